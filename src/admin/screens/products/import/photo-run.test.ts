import { expect, test } from 'vitest';
import type { PhotoTarget } from '#domain/catalog/contract.ts';
import { PHOTO_COMING } from '#domain/photos/photo-coming.ts';
import { photoRun, type Shown } from './photo-run.ts';

const target = (productId: string, fields: Partial<PhotoTarget> = {}) =>
  ({
    sku: productId,
    productId,
    name: productId,
    color: '',
    images: [PHOTO_COMING],
    photoColors: [],
    fileNames: [],
    updatedAt: '1',
    ...fields,
  }) as PhotoTarget;
const photo = (name: string, of: PhotoTarget) => ({ file: new File([], name), target: of, place: 1 });

/** A shop of products that refuses old versions. */
function shop(products: Record<string, Shown>) {
  const sent: string[] = [];
  const run = photoRun({
    send: async ({ name }) => {
      sent.push(name);
      if (name.includes('broken')) throw new Error('Damaged');
      return `/${name}`;
    },
    save: async (id, shown) => {
      if (products[id]?.updatedAt !== shown.updatedAt) throw new Error('edited');
      products[id] = { ...shown, updatedAt: `${shown.updatedAt}+` };
      return products[id];
    },
    reload: async (id) => products[id] as Shown,
    reasonOf: (error) => (error as Error).message,
    isConflict: (error) => (error as Error).message === 'edited',
  });
  return { ...run, sent, states: () => run.$jobs.get().map(({ file, state, reason }) => [file.name, state, reason]) };
}

test('each photo is put on its product with its colour; a refused one keeps its reason and the others go on', async () => {
  const bangle = target('bangle', { color: 'Gold' });
  const products: Record<string, Shown> = { bangle, ring: target('ring') };
  const run = shop(products);
  await run.start([photo('a.jpg', bangle), photo('broken.jpg', bangle), photo('b.jpg', bangle), photo('r.jpg', target('ring'))]);
  expect(run.states()).toEqual([
    ['a.jpg', 'done', ''],
    ['broken.jpg', 'failed', 'Damaged'],
    ['b.jpg', 'done', ''],
    ['r.jpg', 'done', ''],
  ]);
  expect(products.bangle).toMatchObject({
    images: ['/a.jpg', '/b.jpg'],
    photoColors: [
      { image: '/a.jpg', color: 'Gold' },
      { image: '/b.jpg', color: 'Gold' },
    ],
  });
  expect(products.ring?.images).toEqual(['/r.jpg']);
});

test('what a product shows already is not sent again', async () => {
  const ring = target('ring', { images: ['/x.webp'], fileNames: ['a.jpg'] });
  const run = shop({ ring });
  await run.start([photo('a.jpg', ring), photo('b.jpg', ring)]);
  expect(run.sent).toEqual(['b.jpg']);
  expect(run.states().map(([, state]) => state)).toEqual(['there', 'done']);
});

test('what a colleague saved meanwhile stays', async () => {
  const products = { ring: { images: ['/theirs.webp'], photoColors: [], updatedAt: '2' } };
  const run = shop(products);
  await run.start([photo('a.jpg', target('ring'))]);
  expect(products.ring.images).toEqual(['/theirs.webp', '/a.jpg']);
});

test('the twenty-first photo is not sent', async () => {
  const ring = target('ring', { images: Array.from({ length: 20 }, (_, n) => `/${n}.webp`) });
  const run = shop({ ring });
  await run.start([photo('a.jpg', ring)]);
  expect([run.sent, run.states()]).toEqual([[], [['a.jpg', 'failed', 'A product shows 20 photos at most']]]);
});
