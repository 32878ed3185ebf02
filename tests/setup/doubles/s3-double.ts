/** A bucket as S3 answers for it (AWS Signature Version 4, ListObjectsV2), which checks what a client signs. */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { closeNow, listen } from '#local/loopback.ts';

export const S3_KEYS = { AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'a secret key', AWS_REGION: 'ap-south-1' };

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** What the request should have been signed with, by the documentation of AWS. */
function signatureOf({ method = '', url = '', headers }: IncomingMessage, signedHeaders: string[]): string {
  const { pathname, searchParams } = new URL(url, 'http://s3.test');
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const lines = signedHeaders.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  const canonical = `${method}\n${pathname}\n${query}\n${lines}\n${signedHeaders.join(';')}\n${headers['x-amz-content-sha256']}`;
  const date = String(headers['x-amz-date']);
  const scope = `${date.slice(0, 8)}/${S3_KEYS.AWS_REGION}/s3/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${createHash('sha256').update(canonical).digest('hex')}`;
  const key = hmac(
    hmac(hmac(hmac(`AWS4${S3_KEYS.AWS_SECRET_ACCESS_KEY}`, date.slice(0, 8)), S3_KEYS.AWS_REGION), 's3'),
    'aws4_request',
  );
  return hmac(key, text).toString('hex');
}

const failure = (code: string, message: string) => `<Error><Code>${code}</Code><Message>${message}</Message></Error>`;

/** Starts one. Lists two keys a page. */
export async function startS3(bucket: string) {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const [, names = '', signature] =
      /SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(request.headers.authorization ?? '') ?? [];
    if (!names.includes('host') || signature !== signatureOf(request, names.split(';')))
      return response.writeHead(403).end(failure('SignatureDoesNotMatch', 'The signature is wrong.'));
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3.test');
    const key = decodeURIComponent(pathname).replace(`/${bucket}`, '').replace('/', '');
    if (request.method === 'PUT') {
      if (request.headers['content-length'] !== String(body.length))
        return response.writeHead(411).end(failure('MissingContentLength', ''));
      objects.set(key, body);
      return response.end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    if (searchParams.get('list-type') === '2') {
      const keys = [...objects.keys()].filter((name) => name.startsWith(searchParams.get('prefix') ?? '')).toSorted();
      const start = Number(searchParams.get('continuation-token') ?? 0);
      const entries = keys
        .slice(start, start + 2)
        .map((name) => `<Contents><Key>${name}</Key><Size>${objects.get(name)?.length}</Size></Contents>`);
      const more = start + 2 < keys.length ? `<NextContinuationToken>${start + 2}</NextContinuationToken>` : '';
      return response.end(`<?xml version="1.0"?><ListBucketResult>${entries.join('')}${more}</ListBucketResult>`);
    }
    const found = objects.get(key);
    return found ? response.end(found) : response.writeHead(404).end(failure('NoSuchKey', 'There is no such key.'));
  });
  const address = await listen(server);
  return { address, objects, stop: () => closeNow(server) };
}
