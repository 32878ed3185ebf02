import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipWithCallback } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipWithCallback);

const COMPRESSIBLE = /^(text\/|application\/(json|javascript|manifest\+json|xml|rss\+xml)|image\/svg)/;

/** Smaller bodies grow more headers than they save. */
const MIN_BYTES = 512;
const MAX_CACHED = 1_000;

/** Compressed bodies by encoding and digest: pages and scripts are compressed once, not for each request. */
const cache = new Map<string, Buffer>();

/** Adds what the CDN adds to an answer: an ETag, 304 when the browser has it already, and brotli or gzip. */
export async function withCompression(request: Request, response: Response): Promise<Response> {
  if (response.status !== 200 || response.body === null) return response;
  // What a function packed itself is sent as it comes.
  if (response.headers.has('content-encoding')) return response;
  const headers = new Headers(response.headers);
  const body = Buffer.from(await response.arrayBuffer());
  const digest = createHash('sha1').update(body).digest('base64url');

  if (request.method === 'GET' && headers.get('cache-control') !== 'no-store') {
    headers.set('ETag', `"${digest}"`);
    if (request.headers.get('if-none-match')?.includes(digest)) return new Response(null, { status: 304, headers });
  }
  if (!COMPRESSIBLE.test(headers.get('content-type') ?? '') || body.length < MIN_BYTES) return new Response(body, { headers });

  headers.append('Vary', 'Accept-Encoding');
  const encoding = preferredEncoding(request.headers.get('accept-encoding') ?? '');
  if (!encoding) return new Response(body, { headers });
  headers.set('Content-Encoding', encoding);
  return new Response(await compress(body, digest, encoding), { headers });
}

function preferredEncoding(accepted: string): 'br' | 'gzip' | null {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : null;
}

async function compress(body: Buffer, digest: string, encoding: 'br' | 'gzip'): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${encoding} ${digest}`;
  const cached = cache.get(key);
  if (cached) return new Uint8Array(cached);
  const compressed =
    encoding === 'br' ? await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : await gzip(body);
  if (cache.size > MAX_CACHED) cache.clear();
  cache.set(key, compressed);
  return new Uint8Array(compressed);
}
