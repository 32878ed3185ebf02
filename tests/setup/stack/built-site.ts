import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder with the pages of a shop. Takes the shop's data folder. */
export async function siteFolder(data: string): Promise<string> {
  const home = join(data, 'site');
  return join(home, JSON.parse(await readFile(join(home, 'current.json'), 'utf8')).folder);
}

/** The texts in a folder of files that end so, by their names. */
export async function textsIn(folder: string, ending: string): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(ending));
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })));
}
