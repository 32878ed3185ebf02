import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, glob, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { ROOT } from '#local/settings.ts';
import { readIfThere } from '#local/supabase/project.ts';
import { createBuildFolder, removeAbandonedBuilds } from './build-folders.ts';

const SOURCES = ['src/**/*', 'public/**/*', 'astro.config.mjs', 'package.json', 'package-lock.json'];

/** `current.json`: which build is online, what it was built from, and which one was online before. */
const currentBuild = z.object({ folder: z.string(), sources: z.string(), before: z.string().optional() });

/** The folders of the pages online and of those before them. */
export interface Pages {
  folder: string;
  before: string | undefined;
}

export interface Site {
  pages(): Pages;
  /** Whether there are pages at all. */
  isBuilt(): Promise<boolean>;
  /** Builds the pages into a new folder and puts it online when it is complete. Returns how many. @throws Error when the build fails: the old pages stay */
  rebuild(): Promise<number>;
  /** Whether there are pages, built from today's sources. */
  isCurrent(): Promise<boolean>;
}

/** The prebuilt pages in a data folder. Takes the environment that the build reads the catalogue with. */
export async function openSite(data: string, environment: NodeJS.ProcessEnv): Promise<Site> {
  const home = join(data, 'site');
  const pointer = join(home, 'current.json');
  await mkdir(home, { recursive: true });
  await removeAbandonedBuilds(join(ROOT, 'node_modules'));
  const text = await readIfThere(pointer);
  let current = text ? currentBuild.parse(JSON.parse(text)) : undefined;
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
      await removeOtherBuilds(home, [next.folder, next.before]);
      return countPages(pages.folder);
    },
  };
}

/**
 * Builds in a folder of its own inside node_modules, where packages resolve. For output folders outside the checkout, Astro keeps its rendering code
 * in one shared place, where parallel builds would delete each other's.
 */
async function runBuild(folder: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const temporary = await createBuildFolder(join(ROOT, 'node_modules'));
  try {
    const built = join(temporary, 'site');
    const code = await runBuilder(built, environment);
    if (code !== 0) throw new Error('The pages could not be built');
    await move(built, folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
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

/** Moves a folder, also to another disk. */
async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    return cp(from, to, { recursive: true });
  });
}

/** A hash of what the pages are built from, apart from the catalogue: path, size and time of every source. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const files = await Array.fromAsync(glob(SOURCES, { cwd: ROOT }));
  for (const file of files.toSorted()) {
    const { size, mtimeMs, isFile } = await stat(join(ROOT, file)).then((found) => ({ ...found, isFile: found.isFile() }));
    if (isFile) hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

async function countPages(folder: string): Promise<number> {
  return (await Array.fromAsync(glob('**/*.html', { cwd: folder }))).length;
}

/** Removes older builds, but for the one before this: it may still be answering a request. */
async function removeOtherBuilds(home: string, keep: (string | undefined)[]): Promise<void> {
  const old = (await readdir(home)).filter((name) => name.startsWith('build-') && !keep.includes(name));
  await Promise.all(old.map((name) => rm(join(home, name), { recursive: true, force: true })));
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
