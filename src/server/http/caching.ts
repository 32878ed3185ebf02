import * as z from 'zod';
import type { DeclaredOperation } from './operation.ts';

/** Writes purge the CDN; these seconds cover changes made past the API, and lost purges. */
const CDN_CACHE = 'public, s-maxage=5, stale-while-revalidate=10';

/** The cache headers of an answer. Answers to signed-in callers may show more, and must show what they just wrote: they are never kept. */
export function cacheHeaders({ cacheTags, query }: DeclaredOperation, data: unknown, anonymous: boolean): Record<string, string> {
  if (!cacheTags) return { 'Cache-Control': 'no-store' };
  if (!anonymous) return { 'Cache-Control': 'no-store', Vary: 'Authorization' };
  return {
    'Cache-Control': 'public, max-age=0, must-revalidate',
    Vary: 'Authorization',
    'Netlify-CDN-Cache-Control': CDN_CACHE,
    'Netlify-Cache-Tag': cacheTags(data).join(','),
    ...(query instanceof z.ZodObject ? { 'Netlify-Vary': `query=${Object.keys(query.shape).join('|')}` } : {}),
  };
}
