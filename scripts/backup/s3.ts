/** The few requests that backups make of an S3-compatible bucket (AWS, Cloudflare R2, Backblaze, Supabase Storage), signed with version 4. */
import { createWriteStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { AwsV4Signer } from 'aws4fetch';
import { UserError } from '#local/user-error.ts';

export interface Bucket {
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
}

/** The bucket of an `s3://bucket/prefix`, with the standard variables of AWS. @throws UserError naming what is missing */
export function bucketOf(address: string, environment = process.env): Bucket & { prefix: string } {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(address) ?? [];
  const accessKey = environment['AWS_ACCESS_KEY_ID'];
  const secretKey = environment['AWS_SECRET_ACCESS_KEY'];
  const region = environment['AWS_REGION'] || 'us-east-1';
  if (!bucket) throw new UserError(`${address} names no bucket: s3://bucket/folder.`);
  if (!accessKey || !secretKey) throw new UserError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set for a bucket.');
  return {
    bucket,
    prefix: path && !path.endsWith('/') ? `${path}/` : path,
    endpoint: environment['AWS_ENDPOINT_URL'] || `https://s3.${region}.amazonaws.com`,
    region,
    accessKey,
    secretKey,
  };
}

export async function putObject(bucket: Bucket, key: string, file: string): Promise<void> {
  // A file as a blob: it is streamed, and says how long it is, which S3 asks for.
  await send(bucket, 'PUT', key, {}, { body: await openAsBlob(file) });
}

export async function getObject(bucket: Bucket, key: string, file: string): Promise<void> {
  const { body } = await send(bucket, 'GET', key);
  if (!body) throw new UserError(`${key} is empty.`);
  await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(file, { mode: 0o600 }));
}

export async function deleteObject(bucket: Bucket, key: string): Promise<void> {
  await send(bucket, 'DELETE', key);
}

/** The keys that begin so, in the order of the alphabet, with their sizes. */
export async function listObjects(bucket: Bucket, prefix: string): Promise<{ key: string; bytes: number }[]> {
  const found: { key: string; bytes: number }[] = [];
  for (let token = ''; ; ) {
    const page = await send(bucket, 'GET', '', { 'list-type': '2', prefix, ...(token ? { 'continuation-token': token } : {}) });
    const text = await page.text();
    for (const [, entry = ''] of text.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g))
      found.push({ key: textOf(entry, 'Key'), bytes: Number(textOf(entry, 'Size')) });
    token = textOf(text, 'NextContinuationToken');
    if (!token) return found.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  }
}

function textOf(xml: string, name: string): string {
  const [, value = ''] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

async function send(
  { endpoint, region, bucket, accessKey, secretKey }: Bucket,
  method: string,
  key: string,
  query: Record<string, string> = {},
  init: RequestInit = {},
): Promise<Response> {
  const folder = endpoint.replace(/\/$/, '');
  const url = new URL(`${folder}/${[bucket, ...key.split('/')].map(encodeURIComponent).join('/').replace(/\/$/, '')}`);
  // S3 reads a plus as a plus.
  url.search = new URLSearchParams(query).toString().replaceAll('+', '%20');
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    service: 's3',
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
  });
  const signed = await signer.sign();
  const response = await fetch(signed.url, { ...init, method, headers: signed.headers }).catch((error: Error) => {
    throw new UserError(
      `The bucket ${bucket} cannot be reached: ${(error.cause as Error | undefined)?.message ?? error.message}`,
    );
  });
  if (response.ok) return response;
  const text = await response.text();
  throw new UserError(
    `The bucket ${bucket} answered ${response.status} ${textOf(text, 'Code')}: ${textOf(text, 'Message')}`.trim(),
  );
}
