import { createHash } from 'node:crypto';

/**
 * The `cacheKey` of a page: a hash of everything that it shows of the catalogue, the parts of its layout included. While it stays the same, the local
 * host keeps the page of the build before instead of rendering it (`local/site-builds/renderer.ts`).
 */
export function pageKey(...shown: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
}
