import { ApiError } from '../http/api-error.ts';
import { countCall } from '../http/rate-limit.ts';
import type { Database } from '../supabase.ts';

/** One account may be tried this often, from however many addresses and through whichever door. */
const ACCOUNT_LIMIT = { hits: 20, seconds: 15 * 60 };

/** Auth answers faster for addresses it does not know. No refusal leaves before this, so that the time tells nothing. */
const REFUSAL_MS = 500;

/**
 * Lets somebody try a password for an account, named as they named it. The try answers null when it does not fit.
 * @throws ApiError 401 `invalid_credentials`, the same for every reason and after the same time; 429; what the try throws
 */
export async function guarded<Session>(
  db: Database,
  account: string,
  tryPassword: () => Promise<Session | null>,
): Promise<Session> {
  await countCall(db, 'sign-in', account, ACCOUNT_LIMIT);
  const started = performance.now();
  const session = await tryPassword();
  if (session) return session;
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, REFUSAL_MS - (performance.now() - started))));
  throw new ApiError(401, 'invalid_credentials', 'Invalid username or password');
}

/** Passes on that Auth is down or overrun, which is nobody's wrong password. @throws ApiError 503, 429 */
export function assertAnswered(error: { status?: number | undefined } | null, message: string): void {
  if (!error) return;
  if (error.status === 429)
    throw new ApiError(429, 'too_many_requests', 'Too many requests. Please wait a moment and try again.');
  if (!error.status || error.status >= 500) throw new ApiError(503, 'auth_unreachable', message, { cause: error });
}
