import { describe, expect, test } from 'vitest';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const { rows, staff } = await staffedShop();

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4//8/AAX+Av5Y8msOAAAAAElFTkSuQmCC';

async function upload(fileName: string, folder = 'products') {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(PIXEL, 'base64'))]), fileName);
  form.append('folder', folder);
  return (await staff('POST', '/api/upload', form)).json.data;
}
const photos = async (query = '') => (await staff('GET', `/api/photos${query}`)).json;

describe('an uploaded photo', () => {
  test('is listed newest first, by folder, with its file’s name', async () => {
    const first = await upload('ring.png');
    const second = await upload('eid.png', 'banners');
    const { data, pagination } = await photos();
    expect(data).toMatchObject([
      { ...second, fileName: 'eid.png', folder: 'banners', usedBy: [] },
      { ...first, fileName: 'ring.png', folder: 'products', usedBy: [] },
    ]);
    expect(pagination.totalItems).toBe(2);
    expect((await photos('?folder=banners')).data).toHaveLength(1);
    expect((await staff('GET', '/api/photos/folders')).json.data).toEqual(['banners', 'products']);
  });

  test('names the products and categories that show it, and is filtered by whether any does', async () => {
    const shown = await upload('shown.png');
    const product = { name: 'Opal Ring', price: 900, category: 'rings', images: [shown.secure_url] };
    const { id } = (await staff('POST', '/api/products', product)).json.data;
    const category = (await staff('POST', '/api/categories', { name: 'Opals', image: shown.secure_url })).json.data;
    const usedBy = [
      { kind: 'category', id: category.id, name: 'Opals' },
      { kind: 'product', id, name: 'Opal Ring' },
    ];
    expect((await photos('?used=true')).data).toMatchObject([{ name: shown.name, usedBy }]);
    expect((await photos('?used=false')).data.map(({ name }: { name: string }) => name)).not.toContain(shown.name);
    await staff('DELETE', `/api/products/${id}`);
    expect((await photos('?used=true')).data).toMatchObject([{ usedBy: [{ name: 'Opals' }] }]);
  });

  test('is no longer listed once deleted, even if the storage had lost it before', async () => {
    const photo = await upload('old.png');
    expect((await staff('DELETE', `/api/upload/${photo.name}`)).status).toBe(200);
    expect((await photos()).data.map(({ name }: { name: string }) => name)).not.toContain(photo.name);
    expect((await staff('DELETE', `/api/upload/${photo.name}`)).status).toBe(404);

    await rows(`insert into photos (name, folder) values ('products-${'a'.repeat(32)}.webp', 'products')`);
    expect((await staff('DELETE', `/api/upload/products-${'a'.repeat(32)}.webp`)).status).toBe(200);
  });
});
