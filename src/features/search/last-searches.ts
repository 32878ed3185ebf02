import { isText, readJson, removeKey, writeJson } from '#browser/storage.ts';

const KEY = 'searches_v1';

const KEPT = 5;

/** What was searched for in this browser, the latest first. */
export function lastSearches(): string[] {
  const found = readJson(KEY);
  return Array.isArray(found) ? found.filter(isText).slice(0, KEPT) : [];
}

export function rememberSearch(typed: string): void {
  const term = typed.trim();
  if (term) writeJson(KEY, [term, ...others(term)].slice(0, KEPT));
}

export function forgetSearch(term: string): void {
  writeJson(KEY, others(term));
}

export function forgetSearches(): void {
  removeKey(KEY);
}

function others(term: string): string[] {
  return lastSearches().filter((known) => known.toLowerCase() !== term.toLowerCase());
}
