import { callFunction } from '#server/database/calls.ts';
import { ilikePattern } from '#server/database/filters.ts';
import type { Call } from '#server/http/operation.ts';
import type { SearchRequest } from '#shared/schemas/search.ts';
import { searchTerms } from './search-terms.ts';

/** Records of each kind in an answer. */
const LISTED = 6;

/** What is known under what somebody of the staff typed: orders, products, shipments and purchase orders, a few of each. */
export function searchRecords({ db, body }: Call<SearchRequest>) {
  return callFunction(db, 'search_records', searchArguments(body.q));
}

/** What `search_records` takes. */
export function searchArguments(typed: string) {
  const { words, email, number } = searchTerms(typed);
  return {
    typed_words: words,
    email_like: email && ilikePattern(email),
    number,
    tracking_like: ilikePattern(typed.toLowerCase()).slice(1),
    supplier_like: ilikePattern(typed),
    page_limit: LISTED,
  };
}
