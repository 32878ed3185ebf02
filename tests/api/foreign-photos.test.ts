import { createServer } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeNow, listen } from '#local/loopback.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const asked: string[] = [];

/** The only kind of address on this machine that an image may have. */
const FOLDER = '/storage/v1/object/public/';

/** What the shop's own site answers, which is reached at the same host. */
const SITE: Record<string, [status: number, type: string]> = {
  '/media/a.webp': [200, 'image/webp'],
  '/media/page.webp': [200, 'text/html'],
  '/media/locked.webp': [401, 'text/html'],
  '/media/busy.webp': [503, 'text/plain'],
  '/favicon.png': [200, 'image/png'],
};

/** Another site: photos, a page that calls itself a photo, and ways to what may not be asked. */
const host = createServer(async ({ url = '' }, response) => {
  if (!url.startsWith(FOLDER)) {
    const [status, type] = SITE[url] ?? [404, 'text/html'];
    response.writeHead(status, { 'Content-Type': type }).end('What is asked for');
    return;
  }
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

const origin = await listen(host);
const at = (name: string) => `${origin}${FOLDER}${name}`;
vi.stubEnv('SHOP_TEST_PHOTO_ORIGIN', origin);
vi.stubEnv('URL', origin);
afterAll(async () => {
  vi.unstubAllEnvs();
  await closeNow(host);
});
beforeEach(() => {
  asked.length = 0;
});

// Once the site is there: the shop reads its address when it starts.
const shop = await staffedShop();

const create = (images: string[], changes: object = {}) =>
  shop.staff('POST', '/api/products', { name: 'Opal Ring', price: 900, category: 'rings', images, ...changes });
const photos = async (): Promise<number> => (await shop.rows('select count(*)::int as n from photos'))[0].n;

const COPY = /^http:\/\/127\.0\.0\.1:\d+\/storage\/v1\/object\/public\/photos\/.+\.webp$/;

describe('a photo on a host that pages may not show', () => {
  test('is copied into the shop’s storage and saved, with its colour and mark, under the new address', async () => {
    const colors = {
      colors: ['Gold'],
      photoColors: [{ image: at('moved.jpg'), color: 'Gold' }],
      wornImages: [at('moved.jpg')],
    };
    const { json } = await create(['/media/a.webp', at('moved.jpg')], colors);
    const [own, copy] = json.data.images;
    expect([own, copy]).toEqual(['/media/a.webp', expect.stringMatching(COPY)]);
    expect(copy).not.toContain(new URL(at('')).host);
    expect(json.data).toMatchObject({ photoColors: [{ image: copy, color: 'Gold' }], wornImages: [copy] });
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

  test('leaves no copy behind when the product is refused', async () => {
    const before = await photos();
    expect((await create([at('ring.jpg')], { category: 'no-such' })).status).toBe(422);
    expect(asked).toEqual(['ring.jpg']);
    expect(await photos()).toBe(before);
  });

  test('is copied by an edit, unless the product has it already', async () => {
    const { id, images } = (await create([at('ring.jpg')])).json.data;
    await shop.rows(`update products set images = array['https://old.example/a.jpg'] where id = '${id}'`);
    asked.length = 0;
    const { json } = await shop.staff('PUT', `/api/products/${id}`, {
      images: ['https://old.example/a.jpg', at('ring-2.jpg'), images[0]],
    });
    expect(json.data.images).toEqual(['https://old.example/a.jpg', expect.stringMatching(COPY), images[0]]);
    expect(asked).toEqual(['ring-2.jpg']);
  });

  test('is copied or refused in the same way for a category', async () => {
    const add = (name: string, image: string) => shop.staff('POST', '/api/categories', { name, image });
    const { json } = await add('Toe Rings', at('ring.jpg'));
    expect(json.data.image).toMatch(COPY);
    expect((await add('Anklets Two', at('page.jpg'))).json.errors[0].path).toBe('image');
    const edited = await shop.staff('PUT', `/api/categories/${json.data.id}`, { image: at('gone.jpg') });
    expect([edited.status, edited.json.errors[0].path]).toEqual([422, 'image']);
  });
});

describe('a photo of the shop’s own', () => {
  const MISSING = { path: 'images.0', message: 'There is no photo at this address' };

  test('is refused at its field when nothing is stored at its address, also as a category’s image', async () => {
    const [stored] = (await create([at('ring.jpg')])).json.data.images;
    const beside = [
      stored.replace(/-[0-9a-f]{32}/, `-${'0'.repeat(32)}`),
      stored.replace('/photos/products/', '/photos/rings/'),
      stored.replace(/\/photos\/.*/, '/../../../../rest/v1/'),
    ];
    for (const address of beside) {
      const { status, json } = await create([address]);
      expect([status, json.errors], address).toEqual([422, [MISSING]]);
    }
    expect((await create([stored, beside[0]])).json.errors).toEqual([{ ...MISSING, path: 'images.1' }]);
    const category = await shop.staff('POST', '/api/categories', { name: 'Waist Chains', image: beside[0] });
    expect([category.status, category.json.errors]).toEqual([422, [{ ...MISSING, path: 'image' }]]);
  });

  test('is taken unchanged when it is stored, recorded or not', async () => {
    const [stored] = (await create([at('ring.jpg')])).json.data.images;
    expect((await create([stored])).json.data.images).toEqual([stored]);
    await shop.rows(`delete from photos where name = '${stored.split('/').at(-1)}'`);
    expect((await create([stored])).json.data.images).toEqual([stored]);
  });

  test.each([
    ['is not there', '/media/none.webp'],
    ['answers with a page', '/media/page.webp'],
    ['is no picture of products', '/favicon.png'],
    ['only begins like one', '/media/../favicon.png'],
  ])('on its site is refused when it %s', async (_, path) => {
    const { status, json } = await create([path]);
    expect([status, json.errors]).toEqual([422, [MISSING]]);
  });

  test.each(['/media/a.webp', '/media/locked.webp', '/media/busy.webp'])(
    'on its site is taken unless the site says that it is not there: %s',
    async (path) => {
      expect((await create([path])).json.data.images).toEqual([path]);
    },
  );
});
