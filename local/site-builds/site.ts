import { fork } from 'node:child_process';
import { glob, mkdir, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { ROOT } from '#local/settings.ts';
import { readIfThere } from '#local/supabase/project.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { readSettings } from '#server/settings/settings.ts';
import { createBuildFolder, removeAbandonedBuilds } from './build-folders.ts';
import { hashSources, openBundles } from './bundles.ts';
import { answerOf } from './child-answer.ts';
import type { PageKeys, RenderOrder } from './renderer.ts';

/** `current.json`: which build is online, what it was built from, and which one was online before. */
const currentBuild = z.object({ folder: z.string(), sources: z.string(), before: z.string().optional() });

/** The folders of the pages online and of those before them. */
export interface Pages {
  folder: string;
  before: string | undefined;
}

/** What pages are made of beside the sources. */
export interface ShopSource {
  /** Holds the settings. */
  db: ShopDatabase;
  /** What the renderer reads the catalogue with. */
  environment: NodeJS.ProcessEnv;
}

export interface Site {
  pages(): Pages;
  /** Whether there are pages at all. */
  isBuilt(): Promise<boolean>;
  /** Renders all pages into a new folder and puts it online when it is complete. Returns how many. @throws Error when that fails: the old pages stay */
  rebuild(shop: ShopSource): Promise<number>;
  /** Whether there are pages, built from today's sources. */
  isCurrent(): Promise<boolean>;
}

/** The prebuilt pages in a data folder. */
export async function openSite(data: string): Promise<Site> {
  const home = join(data, 'site');
  const pointer = join(home, 'current.json');
  await mkdir(home, { recursive: true });
  await removeAbandonedBuilds(home);
  const text = await readIfThere(pointer);
  let current = text ? currentBuild.parse(JSON.parse(text)) : undefined;
  const pagesOf = (build: typeof current): Pages => ({
    folder: join(home, build?.folder ?? 'none'),
    before: build?.before && join(home, build.before),
  });
  let pages = pagesOf(current);
  let keys: PageKeys | undefined;

  return {
    pages: () => pages,
    isBuilt: () => isFolder(pages.folder),
    isCurrent: async () => (await isFolder(pages.folder)) && current?.sources === (await hashSources()),
    rebuild: async ({ db, environment }) => {
      const readAt = new Date().toISOString();
      const next = { folder: `build-${Date.now()}`, sources: await hashSources(), before: current?.folder };
      const bundles = await openBundles(await readSettings(db));
      const before = keys && { folder: pages.folder, keys };
      keys = await render({ bundles, before }, join(home, next.folder), { ...environment, SHOP_READ_AT: readAt });
      await writeFile(`${pointer}.next`, JSON.stringify(next));
      await rename(`${pointer}.next`, pointer);
      current = next;
      pages = pagesOf(next);
      await removeOtherBuilds(home, [next.folder, next.before]);
      return countPages(pages.folder);
    },
  };
}

/** Renders beside `folder`, which gets its name when it is complete. */
async function render(order: Omit<RenderOrder, 'folder'>, folder: string, environment: NodeJS.ProcessEnv): Promise<PageKeys> {
  const temporary = await createBuildFolder(dirname(folder));
  try {
    const child = fork(new URL('./renderer.ts', import.meta.url), {
      cwd: ROOT,
      env: { ...environment, NODE_ENV: 'production' },
      // Without the shop's flags, which save memory where a process stays.
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.send({ ...order, folder: temporary } satisfies RenderOrder);
    const keys = await answerOf<PageKeys>(child);
    await rename(temporary, folder);
    return keys;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function countPages(folder: string): Promise<number> {
  return (await Array.fromAsync(glob('**/*.html', { cwd: folder }))).length;
}

/** Removes older builds, but for the one before this: it may still be answering a request. */
async function removeOtherBuilds(home: string, keep: (string | undefined)[]): Promise<void> {
  const old = (await readdir(home)).filter((name) => name.startsWith('build-') && !keep.includes(name));
  for (const name of old) {
    // One after another: `rm` removes thousands at once, and whoever asks for a page meanwhile waits for them all.
    for (const file of await readdir(join(home, name), { recursive: true, withFileTypes: true })) {
      if (!file.isDirectory()) await unlink(join(file.parentPath, file.name));
    }
    await rm(join(home, name), { recursive: true, force: true });
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
