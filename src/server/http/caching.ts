import * as z from 'zod';
import type { DeclaredOperation } from './operation.ts';

/**
 * The CDN may answer with what is a few seconds old while it asks for what is new. A write purges what it concerns; these seconds
 * are for changes made past the API, and for a purge that got lost.
 */
const CDN_KEEPS = 'public, s-maxage=5, stale-while-revalidate=10';

/** Whoever is signed in may be shown more, and wants to see what they just wrote: only the answers to everybody are kept. Takes the answer's data. */
export function cacheHeaders({ cacheTags, query }: DeclaredOperation, data: unknown, anonymous: boolean): Record<string, string> {
  if (!cacheTags) return { 'Cache-Control': 'no-store' };
  if (!anonymous) return { 'Cache-Control': 'no-store', Vary: 'Authorization' };
  return {
    'Cache-Control': 'public, max-age=0, must-revalidate',
    Vary: 'Authorization',
    'Netlify-CDN-Cache-Control': CDN_KEEPS,
    'Netlify-Cache-Tag': cacheTags(data).join(','),
    ...(query instanceof z.ZodObject ? { 'Netlify-Vary': `query=${Object.keys(query.shape).join('|')}` } : {}),
  };
}
