import { lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { get as getPlain } from 'node:http';
import { get } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_REDIRECTS = 3;

/** For the whole fetch, redirects included. */
const TIMEOUT_MS = 8_000;

/** IPv4 and IPv6 addresses that are not the public internet: this machine, its network, its provider's metadata, reserved ranges. */
const NOT_PUBLIC = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  NOT_PUBLIC.addSubnet(network, bits);
}

/** Public IPv6 is one range; inside it, addresses that wrap IPv4 or are reserved are not public. */
const PUBLIC_6 = new BlockList();
PUBLIC_6.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  NOT_PUBLIC.addSubnet(network, bits, 'ipv6');
}

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !NOT_PUBLIC.check(address);
  return family === 6 && PUBLIC_6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6');
}

/**
 * Fetches a typed address: only https on its usual port, only from the public internet. A host name's IP address is checked as the
 * connection is made, so that it cannot change in between, and again for each redirect.
 * @throws Error when the address is not allowed, does not answer in time, fails, or sends too much
 */
export async function fetchPhoto(address: string): Promise<Buffer<ArrayBuffer>> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let url = new URL(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await request(url, signal);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return read(response);
    response.destroy();
    if (statusCode < 300 || statusCode >= 400 || !headers.location) throw new Error(`It answered ${statusCode}`);
    url = new URL(headers.location, url);
  }
  throw new Error('It redirects without end');
}

function request(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const isTestHost = url.origin === testOrigin();
  if (!isTestHost) assertAllowed(url);
  return new Promise((resolve, reject) => {
    const options = { signal, headers: { Accept: 'image/*' }, ...(!isTestHost && { lookup: publicLookup }) };
    (isTestHost ? getPlain : get)(url, options, resolve).on('error', reject);
  });
}

/** @throws Error for anything but a plain https address of a public host. Host names are checked when they are resolved. */
function assertAllowed({ protocol, port, username, password, hostname }: URL): void {
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:' || port || username || password) throw new Error('Only plain https addresses are asked');
  if (isIP(literal) && !isPublicAddress(literal)) throw new Error('This address is not public');
}

/** Resolves a host name; fails when any of its addresses is not public. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const failure =
      error ?? (addresses.every(({ address }) => isPublicAddress(address)) ? null : new Error('This host is not public'));
    const [first] = addresses ?? [];
    if (failure || !first) callback(failure ?? new Error('This host has no address'), '', 0);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

async function read(response: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error('It is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A test server on this machine; ignored on Netlify. */
function testOrigin(): string | undefined {
  const origin = process.env.NETLIFY ? undefined : process.env.SHOP_TEST_PHOTO_ORIGIN;
  return origin && /^http:\/\/127\.0\.0\.1:\d+$/.test(origin) ? origin : undefined;
}
