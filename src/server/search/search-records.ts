import { foundRecords, type SearchRequest } from '#domain/search/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ilikePattern } from '#server/database/filters.ts';
import { findByTerms, type SearchTerms, searchTerms } from './search-terms.ts';

/** Results of each kind. */
export const TOP_COUNT = 6;

/** All but customers, who are looked for as in their list. */
const found = foundRecords.omit({ customers: true });

/** Finds orders, products, shipments and purchase orders for staff, a few of each. */
export function searchRecords(db: ShopDatabase, { q }: SearchRequest) {
  const terms = searchTerms(q);
  const find = async (words: string[] | null) =>
    await callFunction(db, 'search_records', { ...searchArguments(q, terms), typed_words: words }, found);
  return findByTerms(terms, find, ({ orders }) => orders.length === 0);
}

/** The arguments of `search_records` for what was typed. */
export function searchArguments(typed: string, { words, email, number }: SearchTerms = searchTerms(typed)) {
  return {
    typed_words: words,
    email_like: email && ilikePattern(email),
    number,
    tracking_like: ilikePattern(typed.toLowerCase()).slice(1),
    supplier_like: ilikePattern(typed),
    page_limit: TOP_COUNT,
  };
}
