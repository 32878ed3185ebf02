import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const add = async (path: string, fields: Record<string, unknown>) => (await staff('POST', `/api/${path}`, fields)).json.data;
const addProduct = (fields: Record<string, unknown>) =>
  add('products', { name: 'Nath', price: 900, images: ['/media/products/kundan-bridal-nath.webp'], ...fields });
const read = async (id: string) => (await shop.call('GET', `/api/products/${id}`)).json.data;

test('a piece is not taken back because its category or the piece itself says so, wherever it is read', async () => {
  const category = await add('categories', { name: 'Nose pins', noReturnReason: 'for hygiene' });
  expect(category).toMatchObject({ slug: 'nose-pins', noReturnReason: 'for hygiene' });
  const pin = await addProduct({ category: 'nose-pins' });
  expect(pin).toMatchObject({ noReturnReason: '', noReturns: 'for hygiene' });
  const own = await addProduct({ category: 'nose-pins', noReturnReason: 'made to measure' });
  const other = await addProduct({ category: 'bridal' });

  for (const [{ id }, reason] of [
    [pin, 'for hygiene'],
    [own, 'made to measure'],
    [other, ''],
  ] as const)
    expect((await read(id)).noReturns).toBe(reason);
  const { json } = await shop.call('GET', '/api/products/search?q=nath&limit=100');
  const found = json.data.filter(({ id }: { id: string }) => [pin, own, other].some((product) => product.id === id));
  expect(found.map(({ noReturns }: { noReturns: string }) => noReturns).sort()).toEqual(['', 'for hygiene', 'made to measure']);
});

test('a set is not taken back when its box holds what is not taken back, and the words of a set alone change nothing', async () => {
  const set = await addProduct({ category: 'sets', inTheBox: 'Necklace and one pair of earrings' });
  const alone = await addProduct({ category: 'sets', inTheBox: 'Necklace and tikka' });
  expect([set.noReturns, alone.noReturns]).toEqual(['for hygiene', '']);
  const own = await addProduct({ category: 'sets', inTheBox: 'Earrings', noReturnReason: 'made to measure' });
  expect(own.noReturns).toBe('made to measure');
});

test('hiding the category changes no rule, and staff may take the rule back', async () => {
  const { id } = await add('categories', { name: 'Ear cuffs', noReturnReason: 'for hygiene' });
  const cuff = await addProduct({ category: 'ear-cuffs' });
  await staff('PUT', `/api/categories/${id}/toggle-status`);
  // As the build reads it, with the publishable key.
  const visitor = createClient(shop.supabase.url, shop.supabase.publishableKey);
  const asVisitor = await visitor.from('products').select('no_returns').eq('id', cuff.id).single();
  expect(asVisitor.data).toEqual({ no_returns: 'for hygiene' });
  const edited = await staff('PUT', `/api/categories/${id}`, { noReturnReason: '' });
  expect(edited.json.data).toMatchObject({ name: 'Ear cuffs', noReturnReason: '' });
  expect((await read(cuff.id)).noReturns).toBe('');
});

test('a reason that is too long is refused at its field', async () => {
  const { status, json } = await staff('POST', '/api/categories', { name: 'Long', noReturnReason: 'x'.repeat(61) });
  expect([status, json.errors[0].path]).toEqual([422, 'noReturnReason']);
});
