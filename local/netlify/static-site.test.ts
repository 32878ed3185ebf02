import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveFolder } from './static-site.ts';

let home: string;
let get: (path: string) => Promise<Response>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'shop-pages-'));
  for (const [build, script] of [
    ['before', 'shop.AAA.js'],
    ['now', 'shop.BBB.js'],
  ] as const) {
    await mkdir(join(home, build, '_astro'), { recursive: true });
    await writeFile(join(home, build, '_astro', script), build);
    await writeFile(join(home, build, 'index.html'), build);
  }
  await writeFile(join(home, 'before', 'about.html'), 'before');
  const serve = serveFolder(join(home, 'now'), join(home, 'before'));
  get = (path) => serve(new Request(`http://shop.test${path}`));
});
afterAll(() => rm(home, { recursive: true, force: true }));

test('a page opened before the last build still finds its scripts', async () => {
  expect(await (await get('/_astro/shop.AAA.js')).text()).toBe('before');
  expect(await (await get('/_astro/shop.BBB.js')).text()).toBe('now');
});

test('a missing script is not found rather than redirected to the home page', async () => {
  expect((await get('/_astro/shop.CCC.js')).status).toBe(404);
});

test('a removed page is redirected', async () => {
  expect(await (await get('/')).text()).toBe('now');
  expect((await get('/about')).status).toBe(302);
});

test('a page requires HTTPS for its own host, and not for its subdomains', async () => {
  const { headers } = await get('/');
  expect(headers.get('strict-transport-security')).toBe('max-age=63072000');
});
