import { expect, test } from 'vitest';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';
import { provokes } from '#tests/setup/vitest/server-log.ts';

const { call, rows, staff } = await staffedShop();

const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };

test('an internal error names the failed operation and hides its cause', async () => {
  const product = { name: 'Faulty Ring', price: 10, category: 'rings', images: ['/media/products/pave-eternity-band.webp'] };
  const { json: made } = await staff('POST', '/api/categories', { name: 'Faulty' });
  await rows('alter table products rename to products_elsewhere');
  await rows('alter table categories rename to categories_elsewhere');

  const category = `/api/categories/${made.data.id}`;
  const answers = [
    await call('POST', '/api/orders', { body: orderFor([line], RING.price) }),
    await staff('POST', '/api/products', product),
    await staff('PUT', `/api/products/${RING.id}`, { name: 'Other' }),
    await staff('POST', '/api/categories', { name: 'Other' }),
    await staff('PUT', category, { name: 'Other' }),
    await staff('PUT', `${category}/toggle-status`),
  ];
  provokes(
    ...['POST /api/orders', 'POST /api/products', 'PUT /api/products/:id', 'POST /api/categories', 'PUT /api/categories/:id'].map(
      (operation) => `500 ${operation} internal_error`,
    ),
    '500 PUT /api/categories/:id/toggle-status internal_error',
  );
  expect(answers.map(({ status, json }) => [status, json.message])).toEqual([
    [500, 'Failed to create order'],
    [500, 'Failed to create product'],
    [500, 'Failed to update product'],
    [500, 'Failed to create category'],
    [500, 'Failed to update category'],
    [500, 'Failed to toggle category'],
  ]);
});

test('a database without room is busy, not broken: whoever waits may try again', async () => {
  provokes('503 GET /api/staff database_unreachable');
  await rows(`create or replace function public.list_staff() returns jsonb language plpgsql set search_path = ''
    as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end; $$`);
  const { status, json, headers } = await staff('GET', '/api/staff');
  expect([status, json.code, headers.get('retry-after')]).toEqual([503, 'database_unreachable', '5']);
});
