import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type MountedFunctions, mountFunctions } from '#local/netlify/functions.ts';
import { serveFolder } from '#local/netlify/static-site.ts';
import { ROOT } from '#local/settings.ts';
import { photoStorageAddress } from '#server/photos/photo-storage-address.ts';
import { functionAt } from '#tests/setup/stack/netlify-routes.ts';

const { config, functions, environment } = inject('netlify');
const DIST = join(ROOT, 'dist');
const rules = await readFile(join(ROOT, 'netlify.toml'), 'utf8');

/** How often netlify.toml has a section of this name. */
const written = (section: string) => rules.split('\n').filter((line) => line === `[[${section}]]`).length;

describe('Netlify reads the same configuration as the local server', () => {
  let local: MountedFunctions;
  beforeAll(async () => {
    Object.assign(process.env, environment, { SHOP_LOG: 'errors' });
    local = await mountFunctions();
  });

  test('addresses of functions', async () => {
    const patterns = functions.flatMap(({ routes = [] }) => routes.map(({ pattern }) => pattern));
    const paths = patterns.flatMap((pattern) => {
      const path = pattern.replace(/\/\*$/, '');
      return [
        path,
        `${path}/`,
        `${path}/one`,
        `${path}/one/two`,
        `${path}-more`,
        path.slice(0, -1),
        `/x${path}`,
        path.toUpperCase(),
      ];
    });
    for (const path of new Set([...paths, '/', '/products', '/api', '/api/', '/.netlify/functions/upload'])) {
      // Refused by every function before it does anything.
      const request = new Request(`http://shop.test${path}`, { method: 'OPTIONS' });
      const routed = functionAt(functions, request);
      const preferStatic = routed?.routes?.some(({ prefer_static }) => prefer_static) ?? false;
      const answers = [await local.answer(request, ''), await local.answerMissing(request, '')].map(Boolean);
      expect(answers, path).toEqual([Boolean(routed) && !preferStatic, preferStatic]);
    }
  });

  test('every operation of the API is at the function that declares it', async () => {
    let count = 0;
    for (const { name } of functions) {
      const { default: handler } = await import(join(ROOT, 'functions', `${name}.ts`));
      for (const { method, path } of handler.operations ?? []) {
        const request = new Request(`http://shop.test${path.replace(/:\w+/g, 'a-1')}`, { method: method.toUpperCase() });
        expect(functionAt(functions, request)?.name, `${method} ${path}`).toBe(name);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(50);
  });

  test('schedules', () => {
    const scheduled = functions.filter(({ schedule }) => schedule).map(({ name, schedule }) => [name, schedule]);
    expect(local.scheduled.map(({ name, schedule }) => [name, schedule]).toSorted()).toEqual(scheduled.toSorted());
    expect(scheduled).not.toEqual([]);
  });

  test('redirects and rewrites: none is dropped or shadowed by another', async () => {
    expect(config.redirects).toHaveLength(written('redirects'));
    const serve = serveFolder(DIST, undefined);
    for (const { from, to, status } of config.redirects) {
      const path = from.replace('/*', '/some/where').replace(':any', 'any');
      const answer = await serve(new Request(`http://shop.test${path}`));
      expect(answer.status, from).toBe(status);
      if (status < 300 || status >= 400) expect(await answer.text(), from).toBe(await readFile(join(DIST, to), 'utf8'));
      else expect(new URL(answer.headers.get('location') ?? '', 'http://shop.test').pathname, from).toBe(to);
    }
  });

  test('headers', async () => {
    // The policy of the pages, with the hashes of their scripts, and the scripts that each asks for first, are written by the build.
    const ofBuild = (await readFile(join(DIST, '_headers'), 'utf8')).split('\n').filter((line) => line.startsWith('/'));
    expect(config.headers).toHaveLength(written('headers') + ofBuild.length);
    const home = await readFile(join(DIST, 'index.html'), 'utf8');
    const asset = /\/_astro\/[\w.-]+/.exec(home)?.[0] ?? '';
    const paths: Record<string, string> = {
      '/*': '/',
      '/_astro/*': asset,
      '/sw.js': '/sw.js',
      '/media/*': '/media/products/pave-eternity-band.webp',
      '/admin*': '/admin/orders',
      '/product/*': '/product/new',
      '/category/*': '/category/new',
    };
    const serve = serveFolder(DIST, undefined);
    for (const { for: pattern, values } of config.headers) {
      const answer = await serve(new Request(`http://shop.test${paths[pattern] ?? pattern}`));
      expect(answer.status, pattern).toBe(200);
      for (const [name, value] of Object.entries(values)) expect(answer.headers.get(name), `${name} of ${pattern}`).toBe(value);
    }
  });
});

test('the image CDN may fetch photos only from the project that the shop was built with', () => {
  const { remote_images } = config.images;
  const isFetched = (address: string) => remote_images.some((pattern) => new RegExp(pattern).test(address));
  const storage = photoStorageAddress(environment['SUPABASE_URL'] ?? '');
  expect(remote_images).toHaveLength(1);
  expect(isFetched(`${storage}photos/rings/a.webp`)).toBe(true);
  expect(isFetched('https://abcdefghijklmnopqrst.supabase.co/storage/v1/object/public/photos/a.webp')).toBe(false);
});
