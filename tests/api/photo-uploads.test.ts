import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { serveImages } from '#local/netlify/images.ts';
import { hurry } from '#tests/setup/browsers/hurry.ts';
import { promisedPng } from '#tests/setup/samples/promised-png.ts';
import { FAULTS, type FaultyProject, startFaultyProject } from '#tests/setup/stack/network-faults.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';
import { provokes } from '#tests/setup/vitest/server-log.ts';

let project: FaultyProject;
afterAll(() => project.stop());
const shop = await staffedShop({
  through: async (url) => {
    project = await startFaultyProject(url);
    return project.url;
  },
});
const { token } = shop;
const canvas = () => sharp({ create: { width: 120, height: 80, channels: 3, background: '#a02040' } });
const photo = new Blob([new Uint8Array(await canvas().jpeg().toBuffer())]);
afterEach(() => project.setFault(null));

const html = new Blob(['<script>alert(1)</script>'], { type: 'image/jpeg' });

/** A form with files under one field, and what else is in it. */
function form(field: string, files: Blob[], others: Record<string, string> = {}): FormData {
  const made = new FormData();
  for (const file of files) made.append(field, file, 'ring.jpg');
  for (const [name, value] of Object.entries(others)) made.append(name, value);
  return made;
}

const upload = (body: unknown, path = '/api/upload') => shop.call('POST', path, { body, token });
const remove = (name: string) => shop.call('DELETE', `/api/upload/${name}`, { token });
const seen = (address: string) => fetch(address).then(({ ok }) => ok);

async function storedCount(): Promise<number> {
  const [row] = await shop.rows('select count(*)::integer as count from storage.objects');
  return row.count;
}

describe('a photo', () => {
  test.each(['/api/upload', '/api/upload/single'])('sent to %s is public', async (path) => {
    const { status, json } = await upload(form('file', [photo]), path);
    expect(status).toBe(201);
    expect(json.data).toEqual({
      secure_url: expect.stringContaining(`/storage/v1/object/public/photos/products/${json.data.name}`),
      name: expect.stringMatching(/^products-[0-9a-f]{32}\.webp$/),
      width: 120,
      height: 80,
      bytes: expect.any(Number),
    });
    const answer = await fetch(json.data.secure_url);
    expect([answer.headers.get('content-type'), (await answer.arrayBuffer()).byteLength]).toEqual([
      'image/webp',
      json.data.bytes,
    ]);
  });

  test('is resized by the image CDN, which refuses photos from other hosts', async () => {
    const { json } = await upload(form('file', [photo]));
    const images = serveImages('http://shop.test', project.url);
    const ask = (url: string) =>
      images(new Request(`http://shop.test/.netlify/images?${new URLSearchParams({ url, w: '60', fm: 'webp' })}`));
    const answer = await ask(json.data.secure_url);
    const shown = Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer(0));
    expect(await sharp(shown).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 });
    expect((await ask('http://127.0.0.1:1/storage/v1/object/public/photos/x.webp'))?.ok).toBe(false);
  });

  test('goes into the requested folder', async () => {
    const { json } = await upload(form('file', [photo], { folder: 'rings' }));
    expect(json.data.secure_url).toMatch(/\/photos\/rings\/rings-[0-9a-f]{32}\.webp$/);
  });

  test.each(['../secrets', 'a/b', 'Rings', 'x'.repeat(41), '-'])('cannot go into a folder named %j', async (folder) => {
    const { status, json } = await upload(form('file', [photo], { folder }));
    expect([status, json.errors[0].path]).toEqual([422, 'folder']);
  });

  test('is recognised by its content, whatever its name and type say', async () => {
    const before = await storedCount();
    const { status, json } = await upload(form('file', [html]));
    expect([status, json.code]).toEqual([415, 'unsupported_photo']);
    expect(await storedCount()).toBe(before);
  });

  test.each([
    [{ width: 8_001, height: 5_000 }, 40],
    [{ width: 30_000, height: 30_000 }, 40],
    [{ width: 5_010, height: 5_000, interlaced: true }, 25],
    [{ width: 4_200, height: 3_000, bitDepth: 16 }, 12],
  ] as const)('that promises to be %o is refused by its beginning', async (promised, megapixels) => {
    const before = await storedCount();
    const { status, json } = await upload(form('file', [await promisedPng(promised)]));
    expect([status, json.code]).toEqual([422, 'photo_too_large']);
    expect(json.message).toContain(`more than ${megapixels} megapixels`);
    expect(await storedCount()).toBe(before);
  });

  test('of 40 megapixels is not refused for its size', async () => {
    const { json } = await upload(form('file', [await promisedPng({ width: 8_000, height: 5_000 })]));
    expect(json.code).toBe('photo_unreadable');
  });

  test.each([
    ['no file', form('file', [])],
    ['an empty field, as a browser sends it', form('file', [], { file: '' })],
    ['a text instead of a file', form('file', [], { file: 'ring.jpg' })],
  ])('is asked for when there is %s', async (_, body) => {
    const { status, json } = await upload(body);
    expect([status, json.errors[0]]).toEqual([422, { path: 'file', message: 'Choose a file' }]);
  });

  test('needs a form', async () => {
    expect((await upload({ file: 'x' })).status).toBe(415);
    const unreadable = { body: 'no form at all', token, headers: { 'Content-Type': 'multipart/form-data; boundary=x' } };
    expect((await shop.call('POST', '/api/upload', unreadable)).json.code).toBe('unreadable_body');
  });

  test('larger than a function’s request limit is refused', async () => {
    const { status, json } = await upload(form('file', [new Blob([new Uint8Array(6 * 1024 * 1024)])]));
    expect([status, json.code]).toEqual([413, 'body_too_large']);
  });

  test('is not even read unless the sender is staff', async () => {
    const { status } = await shop.call('POST', '/api/upload', { body: form('file', [new Blob([new Uint8Array(7_000_000)])]) });
    expect(status).toBe(401);
  });
});

describe('several photos', () => {
  test('are stored together, in their order', async () => {
    const square = new Blob([new Uint8Array(await canvas().resize(50, 50).png().toBuffer())]);
    const { status, json } = await upload(form('files', [photo, square]), '/api/upload/multiple');
    expect(status).toBe(201);
    expect(json.data.map(({ width }: { width: number }) => width)).toEqual([120, 50]);
    for (const { secure_url } of json.data) expect(await seen(secure_url)).toBe(true);
  });

  test('are all refused if one is not a photo, which is named', async () => {
    const before = await storedCount();
    const { status, json } = await upload(form('files', [photo, html]), '/api/upload/multiple');
    expect([status, json.errors[0].path]).toEqual([415, 'files.1']);
    expect(await storedCount()).toBe(before);
  });

  test('are required', async () => {
    const { status, json } = await upload(form('files', []), '/api/upload/multiple');
    expect([status, json.message]).toEqual([422, 'Choose files']);
  });

  test('are refused when there are more than a product shows, or larger together than one request may be', async () => {
    const many = Array.from({ length: 21 }, () => photo);
    expect((await upload(form('files', many), '/api/upload/multiple')).status).toBe(422);
    const large = await promisedPng({ width: 7_000, height: 4_200 });
    expect((await upload(form('files', [large, large, large]), '/api/upload/multiple')).json.code).toBe('photos_too_large');
  });
});

describe('deleting a photo', () => {
  test('removes it, once', async () => {
    const { json } = await upload(form('file', [photo]));
    expect((await remove(json.data.name)).status).toBe(200);
    expect(await seen(json.data.secure_url)).toBe(false);
    expect((await remove(json.data.name)).json.message).toBe('Photo not found');
  });

  test.each(['..%2Fx', 'x', `products-${'0'.repeat(31)}.webp`])('named %s finds none', async (name) => {
    expect((await remove(name)).status).toBe(404);
  });

  test('is refused with the name of a product that shows it', async () => {
    const { json } = await upload(form('file', [photo]));
    const product = { name: 'Filigree Cuff', price: 900, category: 'rings', images: [json.data.secure_url] };
    const made = await shop.call('POST', '/api/products', { token, body: product });
    expect(made.status).toBe(201);
    const refused = await remove(json.data.name);
    expect([refused.status, refused.json.message]).toEqual([409, 'Filigree Cuff still shows this photo']);
    expect(await seen(json.data.secure_url)).toBe(true);
    await shop.call('DELETE', `/api/products/${made.json.data.id}`, { token });
    expect((await remove(json.data.name)).status).toBe(200);
  });
});

test('staff are told where photos go', async () => {
  const { json } = await shop.call('GET', '/api/upload/config', { token });
  expect(json.data).toEqual({ cloudName: '', folder: 'products' });
});

test('the publishable key can neither write to the storage nor list it', async () => {
  const { json } = await upload(form('file', [photo]));
  const before = await storedCount();
  const ask = (method: string, path: string, body: BodyInit | null = null) =>
    fetch(new URL(`/storage/v1/${path}`, shop.supabase.url), {
      method,
      body,
      headers: { apikey: shop.supabase.publishableKey, 'Content-Type': body instanceof Blob ? 'image/webp' : 'application/json' },
    });
  expect((await ask('POST', 'object/photos/products/mine.webp', photo)).ok).toBe(false);
  await ask('DELETE', `object/photos/products/${json.data.name}`);
  const listed = await ask('POST', 'object/list/photos', '{"prefix":"products","limit":10}');
  expect(listed.ok ? await listed.json() : []).toEqual([]);
  expect(await storedCount()).toBe(before);
});

describe('when the storage fails', () => {
  test.each(FAULTS)('(%s), an upload says so and leaves nothing behind, a deletion leaves the photo', async (kind) => {
    const { json: kept } = await upload(form('file', [photo]));
    provokes(
      ...['503 POST /api/upload', '503 POST /api/upload/multiple', '503 DELETE /api/upload/:name'].map(
        (one) => `${one} storage_unreachable`,
      ),
      'taking back photos of a failed upload',
    );
    const before = await storedCount();
    const relax = hurry();
    project.setFault(kind, (asked) => /^(POST|PUT|DELETE) \/storage/.test(asked));
    const answers = await Promise.all([
      upload(form('file', [photo])),
      upload(form('files', [photo, photo]), '/api/upload/multiple'),
      remove(kept.data.name),
    ]);
    relax();
    project.setFault(null);
    expect(answers.map(({ status, json }) => [status, json.message])).toEqual([
      [503, 'Failed to upload image'],
      [503, 'Failed to upload images'],
      [503, 'Failed to delete image'],
    ]);
    expect(await storedCount()).toBe(before);
    expect(await seen(kept.data.secure_url)).toBe(true);
  });

  test('after the first of three photos, that one is removed', async () => {
    provokes('503 POST /api/upload/multiple storage_unreachable');
    const before = await storedCount();
    let stored = 0;
    project.setFault(500, (asked) => asked.startsWith('POST /storage') && ++stored > 1);
    const { status } = await upload(form('files', [photo, photo, photo]), '/api/upload/multiple');
    expect([status, stored]).toEqual([503, 3]);
    expect(await storedCount()).toBe(before);
  });
});
