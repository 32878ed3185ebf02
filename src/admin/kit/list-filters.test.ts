import { expect, test } from 'vitest';
import { orderQuery } from '#domain/orders/contract.ts';
import { productQuery } from '#domain/products/contract.ts';
import { returnQuery } from '#domain/returns/contract.ts';
import { changed, isNarrowed, listFilters, sortedBy } from './list-filters.ts';

const orders = listFilters(orderQuery);

test('without a query a list has its operation’s default order: newest orders first', () => {
  expect(orders.read('')).toMatchObject({ page: 1, sortBy: 'createdAt', sortOrder: 'desc' });
});

test('filters survive a reload through the address bar', () => {
  const filters = changed(orders.defaults, {
    status: 'pending',
    customerEmail: 'sara+ring@shop.example',
    dateFrom: '2026-11-01',
    page: 3,
  });
  expect(orders.read(orders.write(filters))).toEqual(filters);
});

test('yes and no survive a reload, too', () => {
  const products = listFilters(productQuery, { page: 1 });
  const soldOut = changed(products.defaults, { inStock: false });
  expect(products.write(soldOut)).toBe('?inStock=false');
  expect(products.read('?inStock=false').inStock).toBe(false);
});

test('a filter that was renamed is read by its former name, too, and written by its own', () => {
  const renamed = listFilters(orderQuery.omit({ customerEmail: true }), {}, { search: 'customerEmail' });
  expect(renamed.write(renamed.read('?customerEmail=sara@shop.example'))).toBe('?search=sara%40shop.example');
  expect(renamed.read('?customerEmail=old&search=new').search).toBe('new');
});

test('defaults stay out of the address', () => {
  expect(orders.write(orders.defaults)).toBe('');
  expect(orders.write(changed(orders.defaults, { status: 'shipped' }))).toBe('?status=shipped');
});

test('all of a list can be asked for where only a part of it is shown at first', () => {
  const returns = listFilters(returnQuery, { state: 'open' });
  const all = changed(returns.defaults, { state: undefined });
  expect(returns.write(all)).toBe('?state=');
  expect(returns.read('?state=').state).toBeUndefined();
  expect(returns.write(changed(returns.defaults, { kind: 'claim' }))).toBe('?kind=claim');
});

test('nonsense in the address bar falls back to the whole list', () => {
  expect(orders.read('?page=-2&status=lost&dateFrom=yesterday&sortBy=secret&sortOrder=up')).toEqual(orders.defaults);
});

test('a changed filter starts at the first page', () => {
  expect(changed({ ...orders.defaults, page: 4 }, { status: 'pending' }).page).toBe(1);
});

test('a second click on a heading reverses the order', () => {
  const byTotal = sortedBy(orders.defaults, 'totalAmount', 'desc');
  expect(byTotal).toMatchObject({ sortBy: 'totalAmount', sortOrder: 'desc' });
  expect(sortedBy(byTotal, 'totalAmount', 'desc').sortOrder).toBe('asc');
});

test('a status counts as a filter, sorting does not', () => {
  expect(isNarrowed(sortedBy(orders.defaults, 'totalAmount'), orders.defaults)).toBe(false);
  expect(isNarrowed(changed(orders.defaults, { status: 'cancelled' }), orders.defaults)).toBe(true);
});

test('a page has 20, 50 or 100 entries, which is not a filter and is in the address', () => {
  const large = changed(orders.defaults, { status: 'pending', limit: 50 });
  expect(orders.write(large)).toBe('?status=pending&limit=50');
  expect(orders.read('?limit=50')).toMatchObject({ limit: 50 });
  expect(orders.read('?limit=7').limit).toBe(20);
  expect(isNarrowed(orders.read('?limit=100'), orders.defaults)).toBe(false);
});
