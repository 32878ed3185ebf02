import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, glob, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { ROOT } from '#local/settings.ts';
import { readIfThere } from '#local/supabase/project.ts';
import { openWorkshop, sweepWorkshops } from './workshops.ts';

const SOURCES = ['src/**/*', 'public/**/*', 'astro.config.mjs', 'package.json', 'package-lock.json'];

const kept = z.object({ folder: z.string(), sources: z.string(), before: z.string().optional() });

/** The folder of the pages now online, and of those before them. */
export interface Pages {
  folder: string;
  before: string | undefined;
}

export interface Site {
  pages(): Pages;
  /** Whether there are pages at all. */
  isBuilt(): Promise<boolean>;
  /** Builds the pages into a new folder and puts it online when it is whole. @throws Error when the build fails: the old pages stay */
  rebuild(): Promise<void>;
  /** Whether there are pages, and made from the sources as they are now. */
  isCurrent(): Promise<boolean>;
}

/** The prebuilt pages under a data folder. Takes the environment that the build reads its catalogue with. */
export async function openSite(data: string, environment: NodeJS.ProcessEnv): Promise<Site> {
  const home = join(data, 'site');
  const pointer = join(home, 'current.json');
  await mkdir(home, { recursive: true });
  await sweepWorkshops(join(ROOT, 'node_modules'));
  const text = await readIfThere(pointer);
  let current = text ? kept.parse(JSON.parse(text)) : undefined;
  const pagesOf = (build: typeof current): Pages => ({
    folder: join(home, build?.folder ?? 'none'),
    before: build?.before && join(home, build.before),
  });
  let pages = pagesOf(current);

  return {
    pages: () => pages,
    isBuilt: () => isFolder(pages.folder),
    isCurrent: async () => (await isFolder(pages.folder)) && current?.sources === (await fingerprint()),
    rebuild: async () => {
      const next = {
        folder: `build-${Date.now()}`,
        sources: await fingerprint(),
        before: current?.folder,
      };
      await runBuild(join(home, next.folder), environment);
      await writeFile(`${pointer}.next`, JSON.stringify(next));
      await rename(`${pointer}.next`, pointer);
      current = next;
      pages = pagesOf(next);
      await removeOthers(home, [next.folder, next.before]);
    },
  };
}

/**
 * Builds in a folder of its own inside of the checkout, where packages can be found from. Of builds outside of it Astro keeps the code that renders
 * in one place for all, and whichever ends first takes it from under the others.
 */
async function runBuild(folder: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const workshop = await openWorkshop(join(ROOT, 'node_modules'));
  try {
    const built = join(workshop, 'site');
    const code = await runBuilder(built, environment);
    if (code !== 0) throw new Error('The pages could not be built');
    await move(built, folder);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

function runBuilder(folder: string, environment: NodeJS.ProcessEnv): Promise<unknown> {
  const child = fork(new URL('./builder.ts', import.meta.url), {
    cwd: ROOT,
    env: {
      ...environment,
      SHOP_OUT_DIR: folder,
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return new Promise((resolve) => child.once('exit', resolve));
}

/** Moves a folder, to another disk if need be. */
async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    return cp(from, to, { recursive: true });
  });
}

/** What the pages are made from, apart from the catalogue: every source's path, size and time. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const files = await Array.fromAsync(glob(SOURCES, { cwd: ROOT }));
  for (const file of files.toSorted()) {
    const { size, mtimeMs, isFile } = await stat(join(ROOT, file)).then((found) => ({ ...found, isFile: found.isFile() }));
    if (isFile) hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Older builds go; the one before this may still be answering a request. */
async function removeOthers(home: string, keep: (string | undefined)[]): Promise<void> {
  const old = (await readdir(home)).filter((name) => name.startsWith('build-') && !keep.includes(name));
  await Promise.all(old.map((name) => rm(join(home, name), { recursive: true, force: true })));
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
