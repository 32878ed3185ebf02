import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { browserFloor } from '#build/older-browsers.ts';
import { siteFolder } from '#tests/setup/built-site.ts';
import { newerFeatures } from '#tests/setup/newer-features.ts';
import { newerStyles } from '#tests/setup/newer-styles.ts';
import { expect, test } from '#tests/setup/shop-test.ts';

/** What the oldest browsers lack and may be called all the same. */
const PROVIDED: RegExp[] = [
  // `src/browser/early.ts` brings it to every page.
  /^Object\.hasOwn /,
  // `src/browser/older-dialogs.js` brings it where it is missing.
  /\.showModal /,
  // A function of Base UI's own.
  /^context\.requestSubmit /,
];

test('the scripts use no feature that the oldest supported browsers lack', async () => {
  const found: string[] = [];
  for (const { name, text } of [...(await builtScripts()), ...(await inlineScripts())]) {
    for (const feature of newerFeatures(text, browserFloor()))
      if (!PROVIDED.some((known) => known.test(feature))) found.push(`${name}: ${feature}`);
  }
  expect(found).toEqual([]);
});

test('the styles work in browsers without layers, newer colours or individual transforms', async () => {
  const sheets = await standingIn(/<style>([\s\S]*?)<\/style>/g);
  expect(sheets.length).toBeGreaterThan(4);
  for (const sheet of sheets) expect(newerStyles(sheet), sheet.slice(0, 100)).toEqual([]);
});

async function builtScripts(): Promise<{ name: string; text: string }[]> {
  const folder = join(await siteFolder(), '_astro');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  expect(names.length).toBeGreaterThan(1);
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })));
}

async function inlineScripts(): Promise<{ name: string; text: string }[]> {
  return (await standingIn(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)).map((text) => ({ name: 'inline', text }));
}

/** What stands in the pages themselves, each text once. */
async function standingIn(tags: RegExp): Promise<string[]> {
  const folder = await siteFolder();
  const pages = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  const texts = await Promise.all(pages.map((name) => readFile(join(folder, name), 'utf8')));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(tags)].map(([, inner]) => inner ?? '')))];
}
