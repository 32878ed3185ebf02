import { expect, test, vi } from 'vitest';
import type { ListPage } from './define-record.ts';
import { fetchEveryPage } from './fetch-every-page.ts';

type Row = { id: string };

/** A list of these rows, paged like the API's; `after` happens when so many pages were read. */
function listOf(rows: Row[], after: Record<number, () => unknown> = {}) {
  let read = 0;
  return vi.fn(async (page: number, limit: number): Promise<ListPage<Row>> => {
    const items = rows.slice((page - 1) * limit, page * limit);
    const pagination = { page, limit, totalPages: Math.ceil(rows.length / limit), totalItems: rows.length };
    after[++read]?.();
    return { items, pagination };
  });
}

const rowsOf = (count: number) => Array.from({ length: count }, (_, place) => ({ id: String(place + 1) }));

test('every page is fetched, in order', async () => {
  expect(await fetchEveryPage(listOf(rowsOf(250)))).toEqual(rowsOf(250));
});

test('where a record comes between two pages none is there twice, and where one leaves none is missing', async () => {
  const rows = rowsOf(250);
  const coming = listOf(rows, { 1: () => rows.unshift({ id: 'new' }) });
  expect((await fetchEveryPage(coming)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  const leaving = listOf(rows, { 1: () => rows.shift() });
  expect((await fetchEveryPage(leaving)).map(({ id }) => id)).toEqual(rowsOf(250).map(({ id }) => id));
  // One comes as another one goes: as many as before, and not the same.
  const swapped = listOf(rows, { 1: () => rows.unshift({ id: `${rows.pop()?.id} new` }) });
  expect((await fetchEveryPage(swapped)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});

test('a list that never stands still is not taken for whole', async () => {
  const rows = rowsOf(250);
  const more = () => void rows.unshift({ id: `new ${rows.length}` });
  await expect(fetchEveryPage(listOf(rows, { 1: more, 2: more, 3: more, 4: more, 5: more, 6: more }))).rejects.toThrow(
    'The list changes faster than it can be read',
  );
});

test('a list that pages do not reach the end of is refused at once, with what to do', async () => {
  const fetchPage = listOf(rowsOf(20_001));
  await expect(fetchEveryPage(fetchPage)).rejects.toThrow(
    '20,001 are too many at once: filter the list, by dates for example, to 20,000 or fewer',
  );
  expect(fetchPage).toHaveBeenCalledTimes(1);
});
