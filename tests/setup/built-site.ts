import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The folder with the pages of a shop, of the one that the browser tests run against unless told. Takes the shop's data folder. */
export async function siteFolder(data = dirname(process.env['SHOP_ACCESS'] ?? '')): Promise<string> {
  const home = join(data, 'site');
  return join(home, JSON.parse(await readFile(join(home, 'current.json'), 'utf8')).folder);
}

/** Every page as it was built, by its file's name. */
export async function builtPages(): Promise<{ name: string; text: string }[]> {
  const folder = await siteFolder();
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'));
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })));
}
