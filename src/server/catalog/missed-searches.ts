import * as z from 'zod';
import { type MissedSearch, missedSearch } from '#domain/missed-searches/contract.ts';
import { wordsOf } from '#domain/product-search/fold.ts';
import { nearestWords } from '#domain/product-search/nearest-words.ts';
import { readWishes } from '#domain/product-search/read-wishes.ts';
import { wanted } from '#domain/product-search/understand.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { searchProducts } from './products.ts';
import { searchVocabulary, understandSearch } from './understand-search.ts';

const MAX_TERM = 60;

/** An address or a phone number that somebody typed into the search: neither is kept. */
const OF_A_PERSON = /@|(?:\d\D{0,2}){6}/;

const rows = z.array(missedSearch.omit({ alike: true }));

/** Counts a search that found nothing, unless it finds something after all, or says who searched. */
export async function countMissedSearch(db: ShopDatabase, search: string): Promise<null> {
  // That nothing is so cheap, or comes in a size, says nothing about the words.
  const { text } = readWishes(search);
  const term = wordsOf(text).join(' ');
  if (term.length < 2 || term.length > MAX_TERM || OF_A_PERSON.test(search)) return null;
  const { pagination } = await searchProducts(db, { q: text, page: 1, limit: 1 });
  if (pagination.totalItems === 0) await callFunction(db, 'count_missed_search', { term });
  return null;
}

/** What was looked for and not found in the last thirty days, the most frequent first, without what is understood by now. */
export async function listMissedSearches(db: ShopDatabase): Promise<MissedSearch[]> {
  const [missed, vocabulary] = await Promise.all([callFunction(db, 'list_missed_searches', {}, rows), searchVocabulary(db)]);
  const understood = await Promise.all(missed.map(({ term }) => understandSearch(db, term)));
  return missed
    .filter((_, at) => wanted(understood[at] ?? []).length === 0)
    .map((row) => ({ ...row, alike: nearestWords(row.term, vocabulary) }));
}

/** Takes a term off the list. */
export async function forgetMissedSearch(db: ShopDatabase, term: string): Promise<null> {
  await callFunction(db, 'forget_missed_search', { term });
  return null;
}
