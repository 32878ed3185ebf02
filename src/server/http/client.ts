import type { Client } from '#server/accounts/throttle-sign-in.ts';
import type { Network } from '#server/network.ts';
import { hashOf } from '#server/secret-token.ts';

/** The cookie by which sign-in knows a browser: sent below `/api/auth` only, unreadable for scripts, never sent by other sites. */
const DEVICE = /(?:^|;\s*)device=([\w-]{43})(?:;|$)/;

/** 400 days, the longest that browsers keep a cookie. */
const DEVICE_COOKIE = 'Path=/api/auth; Max-Age=34560000; HttpOnly; Secure; SameSite=Strict';

/** The browser of a request. `keepDevice` adds to `headers`, which go with the answer. */
export function clientOf(request: Request, network: Network): Client & { headers: Record<string, string> } {
  const token = DEVICE.exec(request.headers.get('cookie') ?? '')?.[1];
  const headers: Record<string, string> = {};
  return {
    headers,
    network,
    userAgent: request.headers.get('user-agent')?.slice(0, 400) ?? '',
    device: token ? hashOf(token) : null,
    keepDevice: (kept) => {
      headers['Set-Cookie'] = `device=${kept}; ${DEVICE_COOKIE}`;
    },
  };
}
