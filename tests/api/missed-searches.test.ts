import { beforeEach, expect, test } from 'vitest';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const search = async (typed: string) =>
  expect((await shop.call('POST', '/api/missed-searches', { body: { search: typed } })).status).toBe(200);
const missed = async () => (await staff('GET', '/api/missed-searches')).json.data;

beforeEach(() => shop.rows('delete from missed_searches where true'));

test('what nothing was found for is counted by its term, the most frequent first, with words of the shop like it', async () => {
  for (const typed of ['Karanphool', ' karanphool! ', 'zumroti']) await search(typed);
  expect(await missed()).toEqual([
    { term: 'karanphool', searches: 2, lastDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), alike: expect.any(Array) },
    { term: 'zumroti', searches: 1, lastDay: expect.any(String), alike: expect.any(Array) },
  ]);
});

test('a search that finds something is not counted, whoever says that it did not', async () => {
  for (const typed of ['ring', 'jhumke', 'neckless']) await search(typed);
  expect(await shop.rows('select term from missed_searches')).toEqual([]);
});

test('a phone number, an address and what is hardly a word are not kept', async () => {
  for (const typed of ['0300 1234567', 'hina@example.com', '؟', 'x', 'w'.repeat(61)]) await search(typed);
  expect(await shop.rows('select term from missed_searches')).toEqual([]);
});

test('a term that staff explain leaves the list, and so does one that they forget', async () => {
  for (const typed of ['karanphool', 'qqzzy']) await search(typed);
  expect((await staff('PUT', '/api/settings', { search: { words: 'Jhumka = karanphool' } })).status).toBe(200);
  expect((await missed()).map(({ term }: { term: string }) => term)).toEqual(['qqzzy']);
  expect((await staff('DELETE', '/api/missed-searches/qqzzy')).status).toBe(200);
  expect(await missed()).toEqual([]);
});

test('a day keeps five hundred terms, and goes on counting those', async () => {
  await shop.rows(
    `insert into missed_searches (day, term) select shop.day_of(now()), 'term ' || n from generate_series(1, 499) n`,
  );
  for (const typed of ['zumroti', 'qqzzy', 'zumroti']) await search(typed);
  expect(await shop.rows(`select term, searches from missed_searches where term !~ '^term'`)).toEqual([
    { term: 'zumroti', searches: 2 },
  ]);
});
