import { expect, test } from 'vitest';
import { orderQuery } from '#shared/schemas/orders.ts';
import { productQuery } from '#shared/schemas/products.ts';
import { changed, isNarrowed, listFilters, sortedBy } from './list-filters.ts';

const orders = listFilters(orderQuery);

test('without a query a list is as its operation gives it: the newest orders first', () => {
  expect(orders.read('')).toMatchObject({ page: 1, sortBy: 'createdAt', sortOrder: 'desc' });
});

test('filters survive a reload through the address bar', () => {
  const filters = changed(orders.none, {
    status: 'pending',
    customerEmail: 'sara+ring@shop.example',
    dateFrom: '2026-11-01',
    page: 3,
  });
  expect(orders.read(orders.write(filters))).toEqual(filters);
});

test('a yes or no survives, too, also the no', () => {
  const products = listFilters(productQuery, { page: 1 });
  const soldOut = changed(products.none, { inStock: false });
  expect(products.write(soldOut)).toBe('?inStock=false');
  expect(products.read('?inStock=false').inStock).toBe(false);
});

test('what is as at first stays out of the address', () => {
  expect(orders.write(orders.none)).toBe('');
  expect(orders.write(changed(orders.none, { status: 'shipped' }))).toBe('?status=shipped');
});

test('nonsense in the address bar falls back to the whole list', () => {
  expect(orders.read('?page=-2&status=lost&dateFrom=yesterday&sortBy=secret&sortOrder=up')).toEqual(orders.none);
});

test('another selection begins at its first page', () => {
  expect(changed({ ...orders.none, page: 4 }, { status: 'pending' }).page).toBe(1);
});

test('a second click on a heading turns the order round', () => {
  const byTotal = sortedBy(orders.none, 'totalAmount', 'desc');
  expect(byTotal).toMatchObject({ sortBy: 'totalAmount', sortOrder: 'desc' });
  expect(sortedBy(byTotal, 'totalAmount', 'desc').sortOrder).toBe('asc');
});

test('sorting does not narrow the list, a status does', () => {
  expect(isNarrowed(sortedBy(orders.none, 'totalAmount'), orders.none)).toBe(false);
  expect(isNarrowed(changed(orders.none, { status: 'cancelled' }), orders.none)).toBe(true);
});

test('a page holds 20, 50 or 100 entries, which narrows nothing and is kept in the address', () => {
  const large = changed(orders.none, { status: 'pending', limit: 50 });
  expect(orders.write(large)).toBe('?status=pending&limit=50');
  expect(orders.read('?limit=50')).toMatchObject({ limit: 50 });
  expect(orders.read('?limit=7').limit).toBe(20);
  expect(isNarrowed(orders.read('?limit=100'), orders.none)).toBe(false);
});
