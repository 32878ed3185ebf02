import type { Client } from '#server/accounts/throttle-sign-in.ts';
import { hashOf } from '#server/secret-token.ts';

/** The cookie by which sign-in knows a browser: sent below `/api/auth` only, unreadable for scripts, never sent by other sites. */
const DEVICE = /(?:^|;\s*)device=([\w-]{43})(?:;|$)/;

/** 400 days, the longest that browsers keep a cookie. */
const DEVICE_COOKIE = 'Path=/api/auth; Max-Age=34560000; HttpOnly; Secure; SameSite=Strict';

/** The browser of a request. `keepDevice` adds to `headers`, which go with the answer. */
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

/** The IPv4 address itself; of IPv6 the first half, which a household shares. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const start = head ? head.split(':') : [];
  const end = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0');
  const groups = [...start, ...zeros, ...end].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
