import { expect, test, vi } from 'vitest';
import type { ListPage } from './define-record.ts';
import { fetchEveryPage } from './fetch-every-page.ts';

const list = (totalItems: number) =>
  vi.fn(
    async (page: number, limit: number): Promise<ListPage<number>> => ({
      items: Array.from({ length: Math.min(limit, totalItems - (page - 1) * limit) }, (_, index) => (page - 1) * limit + index),
      pagination: { page, limit, totalPages: Math.ceil(totalItems / limit), totalItems },
    }),
  );

test('every page is fetched until somebody goes away', async () => {
  expect(await fetchEveryPage(list(250))).toEqual(Array.from({ length: 250 }, (_, index) => index));
  const fetchPage = list(250);
  expect(await fetchEveryPage(fetchPage, (here) => here < 200)).toHaveLength(200);
  expect(fetchPage).toHaveBeenCalledTimes(2);
});

test('a list that pages do not reach the end of is refused at once, with what to do', async () => {
  const fetchPage = list(20_001);
  await expect(fetchEveryPage(fetchPage)).rejects.toThrow(
    '20,001 are too many at once: filter the list, by dates for example, to 20,000 or fewer',
  );
  expect(fetchPage).toHaveBeenCalledTimes(1);
});
