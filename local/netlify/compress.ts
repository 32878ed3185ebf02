import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const COMPRESSIBLE = /^(text\/|application\/(json|javascript|manifest\+json|xml|rss\+xml)|image\/svg)/;

/** Below this, packing costs more than it saves. */
const WORTH_IT = 512;

const packed = new Map<string, Buffer>();

/** Makes a response as the CDN sends it: with an ETag, 304 when the browser has it, and packed as the browser takes it. */
export async function asFromCdn(request: Request, response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  if (response.status !== 200 || response.body === null) return response;
  const body = Buffer.from(await response.arrayBuffer());
  const digest = createHash('sha1').update(body).digest('base64url');

  if (request.method === 'GET' && headers.get('cache-control') !== 'no-store') {
    headers.set('ETag', `"${digest}"`);
    if (request.headers.get('if-none-match')?.includes(digest)) return new Response(null, { status: 304, headers });
  }
  if (!COMPRESSIBLE.test(headers.get('content-type') ?? '') || body.length < WORTH_IT)
    return new Response(body, { status: 200, headers });

  headers.append('Vary', 'Accept-Encoding');
  const encoding = preferred(request.headers.get('accept-encoding') ?? '');
  if (!encoding) return new Response(body, { status: 200, headers });
  headers.set('Content-Encoding', encoding);
  return new Response(await pack(body, digest, encoding), {
    status: 200,
    headers,
  });
}

function preferred(accepted: string): 'br' | 'gzip' | null {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : null;
}

async function pack(body: Buffer, digest: string, encoding: 'br' | 'gzip'): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${encoding}${digest}`;
  const before = packed.get(key);
  if (before) return new Uint8Array(before);
  const fresh = encoding === 'br' ? await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : await zip(body);
  if (packed.size > 1_000) packed.clear();
  packed.set(key, fresh);
  return new Uint8Array(fresh);
}
