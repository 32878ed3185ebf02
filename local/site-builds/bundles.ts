/**
 * Bundles of scripts, styles and rendering code, kept for every build that is made of the same sources and settings: only the catalogue changes often,
 * and a build reads it when it renders. Several shops on this machine share them.
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type Settings, settings as settingsSchema } from '#domain/settings/contract.ts';
import { ROOT } from '#local/settings.ts';
import { createBuildFolder, removeAbandonedBuilds } from './build-folders.ts';
import type { BundleOrder } from './bundler.ts';
import { answerOf } from './child-answer.ts';

/** Inside node_modules, where the rendering code finds its packages. */
const HOME = join(ROOT, 'node_modules/.cache/shop-bundles');

const SOURCES = ['src/**/*', 'public/**/*', 'astro.config.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** How many bundles stay, and how long any stays after its last use. */
const MAX_KEPT = 4;
const IN_USE_MS = 10 * 60_000;

/** What this process is bundling, by its folder. */
const running = new Map<string, Promise<void>>();

/** The folder of the bundles made of today's sources and these settings. Makes them if there are none. @throws Error when that fails */
export async function openBundles(settings: Settings): Promise<string> {
  // As the schema orders them, so that equal settings have equal hashes.
  const compiled = settingsSchema.parse(settings);
  const hash = createHash('sha256')
    .update(await hashSources())
    .update(JSON.stringify(compiled))
    .digest('hex');
  const folder = join(HOME, hash.slice(0, 24));
  if (!existsSync(folder)) {
    const bundling = running.get(folder) ?? bundle(compiled, folder).finally(() => running.delete(folder));
    running.set(folder, bundling);
    await bundling;
  }
  const now = new Date();
  await utimes(folder, now, now);
  return folder;
}

/** A hash of what all pages are made of, apart from settings and catalogue. */
export async function hashSources(): Promise<string> {
  const hash = createHash('sha256').update(ROOT).update(process.version);
  const files = (await Array.fromAsync(glob(SOURCES, { cwd: ROOT, withFileTypes: true }))).filter((file) => file.isFile());
  const paths = files.map((file) => join(file.parentPath, file.name)).filter((path) => !/\.test\.tsx?$/.test(path));
  const contents = await Promise.all(paths.toSorted().map(async (path) => [path, await readFile(path)] as const));
  for (const [path, content] of contents) hash.update(`${path} ${content.length}\n`).update(content);
  return hash.digest('hex');
}

async function bundle(settings: Settings, folder: string): Promise<void> {
  await mkdir(HOME, { recursive: true });
  await removeAbandonedBuilds(HOME);
  const temporary = await createBuildFolder(HOME);
  try {
    const child = fork(new URL('./bundler.ts', import.meta.url), {
      cwd: ROOT,
      env: { ...withoutProject(process.env), ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
      // Without the shop's flags, which save memory where a process stays.
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.send({ folder: temporary, settings } satisfies BundleOrder);
    await answerOf(child);
    await rm(join(temporary, 'cache'), { recursive: true, force: true });
    // Another process may have made the same ones meanwhile.
    await rename(temporary, folder).catch((error: NodeJS.ErrnoException) => {
      if (!existsSync(folder)) throw error;
    });
    await removeOldBundles();
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/**
 * The environment without what differs between shops, as rendering puts the shop's addresses in, and without Vite's own names, which test runners
 * set: Astro would compile them in.
 */
function withoutProject({
  SUPABASE_URL,
  SUPABASE_SECRET_KEY,
  SECOND_FACTOR_KEY,
  SECOND_FACTOR_KEY_PREVIOUS,
  VAPID_PUBLIC_KEY,
  VAPID_PRIVATE_KEY,
  VAPID_SUBJECT,
  SITE_URL,
  URL,
  DEV,
  PROD,
  MODE,
  SSR,
  BASE_URL,
  ...environment
}: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return environment;
}

/** Leaves the bundles used last, and those that a build may be using now. */
export async function removeOldBundles(home = HOME): Promise<void> {
  const names = (await readdir(home)).filter((name) => !name.startsWith('.'));
  const kept = await Promise.all(
    names.map(async (name) => ({ path: join(home, name), usedAt: (await stat(join(home, name))).mtimeMs })),
  );
  const old = kept.toSorted((a, b) => b.usedAt - a.usedAt).slice(MAX_KEPT);
  const unused = old.filter(({ usedAt }) => Date.now() - usedAt > IN_USE_MS);
  await Promise.all(unused.map(({ path }) => rm(path, { recursive: true, force: true })));
}
