import { createServer } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeNow, listen } from '#tests/setup/loopback.ts';
import { staffedShop } from '#tests/setup/staffed-shop.ts';

const shop = staffedShop();
const asked: string[] = [];

/** The only kind of address on this machine that an image may have. */
const FOLDER = '/storage/v1/object/public/';

/** Another site: photos, a page that calls itself a photo, and ways to what may not be asked. */
const host = createServer(async ({ url = '' }, response) => {
  const name = url.replace(FOLDER, '');
  asked.push(name);
  if (name.startsWith('ring')) {
    const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#b48a4a' } })
      .jpeg()
      .toBuffer();
    response.setHeader('Content-Type', 'image/jpeg').end(jpeg);
  } else if (name === 'moved.jpg') response.writeHead(302, { Location: `${FOLDER}ring.jpg` }).end();
  else if (name === 'inside.jpg') response.writeHead(302, { Location: 'http://127.0.0.1:1/secret' }).end();
  else if (name === 'around.jpg') response.writeHead(302, { Location: `${FOLDER}around.jpg` }).end();
  else if (name === 'page.jpg') response.setHeader('Content-Type', 'image/jpeg').end('<html>Not a photo</html>');
  else if (name === 'endless.jpg') response.end(Buffer.alloc(11 * 1024 * 1024));
  else response.writeHead(404).end();
});

let at: (name: string) => string;
beforeAll(async () => {
  const origin = await listen(host);
  at = (name) => `${origin}${FOLDER}${name}`;
  vi.stubEnv('SHOP_TEST_PHOTO_ORIGIN', origin);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await closeNow(host);
});
beforeEach(() => {
  asked.length = 0;
});

const create = (images: string[], changes: object = {}) =>
  shop.staff('POST', '/api/products', { name: 'Opal Ring', price: 900, category: 'rings', images, ...changes });
const photos = async (): Promise<number> => (await shop.rows('select count(*)::int as n from photos'))[0].n;

const COPY = /^http:\/\/127\.0\.0\.1:\d+\/storage\/v1\/object\/public\/photos\/.+\.webp$/;

describe('a photo on a host that pages do not show', () => {
  test('is copied into the shop’s storage, and saved under its new address, its colour too', async () => {
    const colors = { colors: ['Gold'], photoColors: [{ image: at('moved.jpg'), color: 'Gold' }] };
    const { json } = await create(['/media/a.webp', at('moved.jpg')], colors);
    const [own, copy] = json.data.images;
    expect([own, copy]).toEqual(['/media/a.webp', expect.stringMatching(COPY)]);
    expect(copy).not.toContain(new URL(at('')).host);
    expect(json.data.photoColors).toEqual([{ image: copy, color: 'Gold' }]);
    const stored = await sharp(Buffer.from(await (await fetch(copy)).arrayBuffer())).metadata();
    expect(stored).toMatchObject({ format: 'webp', width: 60, height: 40 });
  });

  test.each([
    ['is a page', 'page.jpg'],
    ['is not there', 'gone.jpg'],
    ['leads into this machine', 'inside.jpg'],
    ['leads in circles', 'around.jpg'],
    ['has no end', 'endless.jpg'],
  ])('is refused at its field when it %s, and nothing is kept', async (_, name) => {
    const before = await photos();
    const { status, json } = await create(['/media/a.webp', at('ring.jpg'), at(name)]);
    expect(status).toBe(422);
    expect(json.errors).toEqual([
      { path: 'images.2', message: 'This address does not answer with a picture. Upload the photo instead.' },
    ]);
    expect(await photos()).toBe(before);
    expect(await shop.rows(`select 1 from products where name = 'Opal Ring' and array_length(images, 1) = 3`)).toEqual([]);
  });

  test('leaves no copy behind when what it is for is refused', async () => {
    const before = await photos();
    expect((await create([at('ring.jpg')], { category: 'no-such' })).status).toBe(422);
    expect(asked).toEqual(['ring.jpg']);
    expect(await photos()).toBe(before);
  });

  test('of an edit is copied, and one that stands there already is not asked again', async () => {
    const { id, images } = (await create([at('ring.jpg')])).json.data;
    await shop.rows(`update products set images = array['https://old.example/a.jpg'] where id = '${id}'`);
    asked.length = 0;
    const { json } = await shop.staff('PUT', `/api/products/${id}`, {
      images: ['https://old.example/a.jpg', at('ring-2.jpg'), images[0]],
    });
    expect(json.data.images).toEqual(['https://old.example/a.jpg', expect.stringMatching(COPY), images[0]]);
    expect(asked).toEqual(['ring-2.jpg']);
  });

  test('of a category is copied or refused in the same way', async () => {
    const add = (name: string, image: string) => shop.staff('POST', '/api/categories', { name, image });
    const { json } = await add('Toe Rings', at('ring.jpg'));
    expect(json.data.image).toMatch(COPY);
    expect((await add('Anklets Two', at('page.jpg'))).json.errors[0].path).toBe('image');
    const edited = await shop.staff('PUT', `/api/categories/${json.data.id}`, { image: at('gone.jpg') });
    expect([edited.status, edited.json.errors[0].path]).toEqual([422, 'image']);
  });
});
