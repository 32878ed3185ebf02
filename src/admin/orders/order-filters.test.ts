import { expect, test } from 'vitest';
import { changed, filtersFrom, isNarrowed, NO_FILTERS, searchFor, sortedBy } from './order-filters.ts';

test('without a query the newest orders come first', () => {
  expect(filtersFrom('')).toMatchObject({ page: 1, sortBy: 'createdAt', sortOrder: 'desc' });
});

test('filters survive a reload through the address bar', () => {
  const filters = changed(NO_FILTERS, {
    status: 'pending',
    customerEmail: 'sara+ring@shop.example',
    dateFrom: '2026-11-01',
    page: 3,
  });
  expect(filtersFrom(searchFor(filters))).toEqual(filters);
});

test('what is as at first stays out of the address', () => {
  expect(searchFor(NO_FILTERS)).toBe('');
  expect(searchFor(changed(NO_FILTERS, { status: 'shipped' }))).toBe('?status=shipped');
});

test('nonsense in the address bar falls back to the whole list', () => {
  expect(filtersFrom('?page=-2&status=lost&dateFrom=yesterday&sortBy=secret&sortOrder=up')).toEqual(filtersFrom(''));
});

test('another selection begins at its first page', () => {
  expect(changed({ ...NO_FILTERS, page: 4 }, { status: 'pending' }).page).toBe(1);
});

test('a second click on a heading turns the order round', () => {
  const byTotal = sortedBy(NO_FILTERS, 'totalAmount');
  expect(byTotal).toMatchObject({ sortBy: 'totalAmount', sortOrder: 'desc' });
  expect(sortedBy(byTotal, 'totalAmount').sortOrder).toBe('asc');
});

test('names begin at A', () => {
  expect(sortedBy(NO_FILTERS, 'customerName').sortOrder).toBe('asc');
});

test('sorting does not narrow the list, a status does', () => {
  expect(isNarrowed(sortedBy(NO_FILTERS, 'totalAmount'))).toBe(false);
  expect(isNarrowed(changed(NO_FILTERS, { status: 'cancelled' }))).toBe(true);
});
