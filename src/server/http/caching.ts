import * as z from 'zod';
import { invalid } from '#server/errors.ts';
import type { DeclaredOperation } from './operation.ts';

/** Writes purge the CDN; these seconds cover changes made past the API, and lost purges. */
const CDN_CACHE = 'public, s-maxage=5, stale-while-revalidate=10';

/** `Netlify-Vary` needs the name of a parameter even where none matters. Sent all the same, it is refused, or it would give everybody answers of their own. */
const NO_PARAMETER = 'none';

/** The query parameters that tell the answers of an operation apart. */
function parametersOf({ query }: DeclaredOperation): string[] {
  const names = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  return names.length > 0 ? names : [NO_PARAMETER];
}

/** @throws ApiError `validation_failed` for the one unknown parameter that the CDN would tell answers apart by */
export function refuseKeyOfOnesOwn(operation: DeclaredOperation, url: URL): void {
  if (operation.cacheTags && parametersOf(operation).includes(NO_PARAMETER) && url.searchParams.has(NO_PARAMETER))
    throw invalid([{ path: NO_PARAMETER, message: 'There is no such parameter' }]);
}

/** The cache headers of an answer. Answers to signed-in callers may show more, and must show what they just wrote: they are never kept. */
export function cacheHeaders(operation: DeclaredOperation, data: unknown, anonymous: boolean): Record<string, string> {
  const { cacheTags } = operation;
  if (!cacheTags) return { 'Cache-Control': 'no-store' };
  if (!anonymous) return { 'Cache-Control': 'no-store', Vary: 'Authorization' };
  return {
    'Cache-Control': 'public, max-age=0, must-revalidate',
    Vary: 'Authorization',
    'Netlify-CDN-Cache-Control': CDN_CACHE,
    'Netlify-Cache-Tag': cacheTags(data as never).join(','),
    'Netlify-Vary': `query=${parametersOf(operation).join('|')}`,
  };
}
