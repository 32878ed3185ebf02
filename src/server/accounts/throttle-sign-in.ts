import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import type { Network } from '#server/network.ts';
import { hashOf, newToken } from '#server/secret-token.ts';
import { secrets } from '#server/secrets.ts';

/** The browser a request comes from. */
export interface Client {
  network: Network;
  userAgent: string;
  /** The hash of its sign-in token. Only requests below `/api/auth` carry one. */
  device: string | null;
  /** Gives the browser a new sign-in token with the answer. */
  keepDevice(token: string): void;
}

interface Attempt {
  /** What is guessed; passwords and codes are counted apart. */
  method: 'password' | 'code';
  /** The e-mail address of the account. */
  account: string;
  client: Client;
}

/** Auth answers faster for unknown addresses. Every refusal takes this long, so that the time tells nothing. */
const REFUSAL_MS = 500;

const secondsToWait = z.number();

/**
 * Checks a password or code for an account; `check` returns null when it is wrong. SQL's `begin_sign_in` says how wrong tries slow down the
 * next ones: a device known to the account is only slowed down by its own.
 * @throws ApiError `invalid_credentials` for every reason after the same time, `too_many_requests`; whatever `check` throws
 */
export async function throttleSignIn<Session>(
  db: ShopDatabase,
  attempt: Attempt,
  check: () => Promise<Session | null>,
): Promise<Session> {
  await begin(db, attempt);
  const started = performance.now();
  const session = await check().catch(async (failure: unknown) => {
    // Auth is down, or the address is not confirmed: not a wrong guess.
    await end(db, attempt);
    throw failure;
  });
  if (session !== null) {
    await end(db, attempt);
    return session;
  }
  await untilRefusalTime(started);
  throw new ApiError('invalid_credentials');
}

/** Waits until an answer that began at `started` tells nothing by its time. */
export async function untilRefusalTime(started: number): Promise<void> {
  await pause(Math.max(0, REFUSAL_MS - (performance.now() - started)));
}

/** Makes the browser that just signed in a known device of the account: other people's guesses do not slow it down. */
export async function rememberDevice(db: ShopDatabase, account: string, client: Client): Promise<void> {
  const token = newToken();
  const args = { account: hashOf(account), device: client.device, new_device: hashOf(token) };
  const isNew = await callFunction(db, 'remember_device', args, z.boolean());
  if (isNew) client.keepDevice(token);
}

/** Tells Auth being down or overrun from a wrong password. @throws ApiError `auth_unreachable` with the message, `too_many_requests` */
export function assertAuthAnswered(error: { status?: number | undefined } | null, message: string): void {
  if (!error) return;
  if (error.status === 429) throw new ApiError('too_many_requests');
  if (!error.status || error.status >= 500) throw new ApiError('auth_unreachable', { message, cause: error });
}

async function begin(db: ShopDatabase, attempt: Attempt): Promise<void> {
  if (secrets.SHOP_RATE_LIMITS === 'off') return;
  const wait = await callFunction(db, 'begin_sign_in', countedAs(attempt), secondsToWait);
  if (wait === 0) return;
  const time = wait < 90 ? `${wait} second${wait === 1 ? '' : 's'}` : `${Math.ceil(wait / 60)} minutes`;
  throw new ApiError('too_many_requests', {
    message: `Too many wrong tries. Please try again in ${time}.`,
    headers: { 'Retry-After': String(wait) },
    details: { seconds: wait },
  });
}

async function end(db: ShopDatabase, attempt: Attempt): Promise<void> {
  if (secrets.SHOP_RATE_LIMITS !== 'off') await callFunction(db, 'end_sign_in', countedAs(attempt));
}

function countedAs({ method, account, client: { network, device } }: Attempt) {
  return { method, account: hashOf(account), address: hashOf(network), device };
}
