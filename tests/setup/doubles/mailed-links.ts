import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const LINK = /href="(http[^"#]+#([\w-]{24,43}))"/;

/** The links in the mails of a folder that went to an address, in seconds of their writing: the whole address and the token behind its #. */
export async function mailedLinks(folder: string, to: string): Promise<{ url: string; token: string }[]> {
  const names = (await readdir(folder).catch(() => [])).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails
    .filter((mail) => mail.includes(`To: ${to} |`))
    .map((mail) => LINK.exec(mail))
    .filter((found) => found !== null)
    .map(([, url = '', token = '']) => ({ url, token }));
}

/** The links that the shop of the browser tests mailed to an address, to one of its pages. */
export async function linksByMail(to: string, path: string): Promise<string[]> {
  const found = await mailedLinks(join(dirname(process.env.SHOP_ACCESS ?? ''), 'mail'), to);
  return found.map(({ url }) => url).filter((url) => new URL(url).pathname === path);
}
