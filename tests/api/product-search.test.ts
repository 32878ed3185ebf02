import { beforeAll, expect, test } from 'vitest';
import {
  findProducts,
  moreWordsOf,
  type Searchable,
  type SearchIndex,
  searchIndexOf,
} from '#domain/product-search/find-products.ts';
import { plainWords } from '#domain/product-search/fold.ts';
import { meaningsOf } from '#domain/product-search/meanings.ts';
import { readWishes } from '#domain/product-search/read-wishes.ts';
import { wordList } from '#domain/product-search/shipped-words.ts';
import { isWishing } from '#domain/product-search/wishes.ts';
import type { Product } from '#domain/products/contract.ts';
import heldout from '#tests/search/heldout.json' with { type: 'json' };
import { type ExpectedSearch, NOT_SOLD, productId, SEARCHES } from '#tests/search/queries.ts';
import { type ExpectedWish, WISHED } from '#tests/search/wishes.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

/** How many results somebody looks at. */
const FIRST = 8;

const KEPT: ExpectedSearch[] = heldout.searches.map(({ query, pieces }) => ({ query, pieces: pieces.map(productId) }));
const ALL = [...SEARCHES, ...KEPT];
const NOWHERE = [...NOT_SOLD, ...heldout.notSold];

const meanings = meaningsOf(wordList());
const answers = new Map<string, string[]>();
let all: Product[];
let index: SearchIndex<Searchable>;

beforeAll(async () => {
  for (const query of new Set([...[...ALL, ...WISHED].map(({ query }) => query), ...NOWHERE])) {
    const { json } = await shop.call('GET', `/api/products/search?q=${encodeURIComponent(query)}&limit=100`);
    answers.set(query, ids(json.data));
  }
  const { json } = await shop.call('GET', '/api/products');
  all = json.data;
  index = searchIndexOf(all.map((product) => ({ ...product, ...moreWordsOf(product) })));
});

const ids = (products: { id: string }[]) => products.map(({ id }) => id);
const byApi = (query: string) => answers.get(query) ?? [];
const inBrowser = (query: string) => ids(findProducts(readWishes(query), index, meanings).items);

test.each([
  ['own', 'API', SEARCHES, byApi],
  ['kept', 'API', KEPT, byApi],
  ['own', 'browser', SEARCHES, inBrowser],
  ['kept', 'browser', KEPT, inBrowser],
] as const)(
  'of the %s queries the %s finds 97 of 100 among its first eight, and at most one finds others only',
  (...[, , searches, find]) => {
    const missed = searches.filter(({ query, pieces }) => !pieces.every((piece) => find(query).slice(0, FIRST).includes(piece)));
    const wrong = missed.filter(
      ({ query, pieces }) => find(query).length > 0 && !pieces.some((piece) => find(query).includes(piece)),
    );
    const queries = (of: readonly ExpectedSearch[]) => of.map(({ query }) => query).join(', ');
    expect(missed.length / searches.length, queries(missed)).toBeLessThanOrEqual(0.03);
    expect(wrong.length / searches.length, queries(wrong)).toBeLessThanOrEqual(0.01);
  },
);

/** Those that are meant come first, as many as somebody looks at, and nothing is dearer, cheaper or of another size than asked for. */
function isRight({ of, limits: { min = 0, max = Number.POSITIVE_INFINITY, size } }: ExpectedWish, found: string[]): boolean {
  const keeps = ({ price, sizes }: Product) =>
    price >= min && price <= max && (!size || sizes.length === 0 || sizes.includes(size));
  const kept = new Set(all.filter(keeps).map(({ id }) => id));
  const meant = (of ?? [...kept]).filter((id) => kept.has(id));
  const first = found.slice(0, Math.min(meant.length, FIRST));
  return (
    meant.length > 0 &&
    first.length === Math.min(meant.length, FIRST) &&
    first.every((id) => meant.includes(id)) &&
    found.every((id) => kept.has(id))
  );
}

test.each([
  ['API', byApi],
  ['browser', inBrowser],
] as const)('of the searches for budgets, sizes, occasions and people the %s answers 97 of 100 right', (_, find) => {
  const wrong = WISHED.filter((wish) => !isRight(wish, find(wish.query)));
  expect(WISHED.length).toBeGreaterThan(150);
  expect(wrong.length / WISHED.length, wrong.map(({ query }) => query).join(', ')).toBeLessThanOrEqual(0.03);
});

test('quotation marks look for the words as they stand', async () => {
  const find = async (q: string) => ids((await shop.call('GET', `/api/products/search?q=${encodeURIComponent(q)}`)).json.data);
  expect(await find('"jhumki"')).toEqual([]);
  expect(await find('"jhumka"')).toEqual(inBrowser('"jhumka"'));
  expect(inBrowser('"jhumka"')).toEqual([productId(201)]);
});

test('a text that was pasted by mistake is answered', async () => {
  const { status } = await shop.call('GET', `/api/products/search?q=${encodeURIComponent('kundan bridal '.repeat(22))}`);
  expect(status).toBe(200);
});

test('what the shop has not finds nothing', () => {
  expect(NOWHERE.filter((query) => byApi(query).length > 0)).toEqual([]);
});

test('the index in the browser finds what the API finds, but for the words of descriptions, which it has not', () => {
  const described = new Map(all.map(({ id, description }) => [id, plainWords(description)]));
  const isDescribed = (query: string, id: string) =>
    plainWords(readWishes(query).text).some((word) => described.get(id)?.some((known) => known.startsWith(word)));
  for (const [query, found] of answers) {
    const here = inBrowser(query);
    expect(
      here.filter((id) => !found.includes(id)),
      query,
    ).toEqual([]);
    expect(
      found.filter((id) => !here.includes(id) && !isDescribed(query, id)),
      query,
    ).toEqual([]);
  }
});

test('what has the typed words themselves comes first, in the order of before', async () => {
  const args = 'null, null, null, null, null, null, true, 0, 100';
  const queries = [...answers.keys()].filter((query) => !isWishing(readWishes(query)));
  const typed = queries.map((query) => `('${query.replaceAll("'", "''")}')`);
  const rows = await shop.rows(
    `select q, public.search_products(q, ${args}) -> 'items' as items from (values ${typed.join(', ')}) as v (q)`,
  );
  let compared = 0;
  for (const { q, items } of rows) {
    compared += items.length > 0 ? 1 : 0;
    expect(byApi(q).slice(0, items.length), q).toEqual(ids(items));
  }
  expect(compared).toBeGreaterThan(150);
});

test('a word that staff explain is understood at once, and noted', async () => {
  expect(ids((await shop.call('GET', '/api/products?search=karanphool')).json.data)).toEqual([]);
  const saved = await staff('PUT', '/api/settings', { search: { words: 'Jhumka = karanphool' } });
  expect(saved.status).toBe(200);
  expect(ids((await shop.call('GET', '/api/products?search=karanphool')).json.data)).toEqual([productId(201)]);
  expect(ids(findProducts(readWishes('karanphool'), index, meaningsOf(wordList(saved.json.data.search.words))).items)).toEqual([
    productId(201),
  ]);
  const [noted] = await shop.rows("select after from audit_log where subject = 'search'");
  expect(noted.after).toEqual({ words: 'Jhumka = karanphool' });
  expect((await staff('PUT', '/api/settings', { search: { words: 'jhumka' } })).status).toBe(422);
});
