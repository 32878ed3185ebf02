import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ilikePattern } from '#server/database/filters.ts';
import type { SearchRequest } from '#shared/schemas/search.ts';
import { searchTerms } from './search-terms.ts';

/** Results of each kind. */
const TOP_COUNT = 6;

/** Finds orders, products, shipments and purchase orders for staff, a few of each. */
export function searchRecords(db: ShopDatabase, { q }: SearchRequest) {
  return callFunction(db, 'search_records', searchArguments(q));
}

/** The arguments of `search_records` for what was typed. */
export function searchArguments(typed: string) {
  const { words, email, number } = searchTerms(typed);
  return {
    typed_words: words,
    email_like: email && ilikePattern(email),
    number,
    tracking_like: ilikePattern(typed.toLowerCase()).slice(1),
    supplier_like: ilikePattern(typed),
    page_limit: TOP_COUNT,
  };
}
