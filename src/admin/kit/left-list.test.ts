import { expect, test, vi } from 'vitest';
import { lookFor } from './left-list.ts';

/** A list of so many records: `1`, `2` … */
const listOf = (totalItems: number) =>
  vi.fn(async (page: number, limit: number) => {
    const ids = Array.from({ length: totalItems }, (_, place) => ({ id: String(place + 1) }));
    const items = ids.slice((page - 1) * limit, page * limit);
    return { items, pagination: { page, limit, totalItems, totalPages: Math.ceil(totalItems / limit) } };
  });

test('what a list no longer has is found by reading it, no further than to the last one that is looked for', async () => {
  const list = listOf(250);
  const { found, gone } = await lookFor(list, ['7', '120']);
  expect([[...found.keys()], gone]).toEqual([['7', '120'], new Set()]);
  expect(list).toHaveBeenCalledTimes(2);
  expect((await lookFor(list, ['7', '251', 'x'])).gone).toEqual(new Set(['251', 'x']));
  expect((await lookFor(listOf(0), ['7'])).gone).toEqual(new Set(['7']));
});

test('of a long list nothing is said to be gone', async () => {
  const list = listOf(5_000);
  expect((await lookFor(list, ['4000', 'x'])).gone).toEqual(new Set());
  expect(list).toHaveBeenCalledTimes(10);
});
