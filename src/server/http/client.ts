import { hashOf } from '#server/secret-token.ts';
import type { Client } from './operation.ts';

/** Who a browser is to sign-in. Only the operations below this path are sent it; no script can read it, no other site can have it sent. */
const DEVICE = /(?:^|;\s*)device=([\w-]{43})(?:;|$)/;

/** Browsers keep no cookie longer than 400 days. */
const DEVICE_COOKIE = 'Path=/api/auth; Max-Age=34560000; HttpOnly; Secure; SameSite=Strict';

/** What a request says of the browser it comes from. `headers` fills with what the answer then has to carry. */
export function clientOf(request: Request, ip: string): Client & { headers: Record<string, string> } {
  const token = DEVICE.exec(request.headers.get('cookie') ?? '')?.[1];
  const headers: Record<string, string> = {};
  return {
    headers,
    address: networkOf(ip),
    userAgent: request.headers.get('user-agent')?.slice(0, 400) ?? '',
    device: token ? hashOf(token) : null,
    keepDevice: (kept) => {
      headers['Set-Cookie'] = `device=${kept}; ${DEVICE_COOKIE}`;
    },
  };
}

/** The address itself, or the first half of an IPv6 one: a household has all of the rest. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const start = head ? head.split(':') : [];
  const end = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0');
  const groups = [...start, ...zeros, ...end].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
