import * as z from 'zod';
import { callFunction } from '#server/database/calls.ts';
import { ApiError } from '#server/errors.ts';
import type { Call } from '#server/http/operation.ts';
import { hashOf, newToken } from '#server/secret-token.ts';
import { secrets } from '#server/secrets.ts';

/** What may be guessed: each is counted for itself. */
type Door = 'password' | 'code';

type Caller = Pick<Call, 'db' | 'client'>;

/** Auth answers faster for addresses it does not know. No refusal leaves before this, so that the time tells nothing. */
const REFUSAL_MS = 500;

const secondsToWait = z.number();

/**
 * Lets somebody try a password or code for an account. The try answers null when it does not fit. How wrong tries slow the next ones down is
 * said in the database, at `begin_sign_in`: never a device that is known to the account, except by its own.
 * @throws ApiError 401 `invalid_credentials`, the same for every reason and after the same time; 429 with `Retry-After`; what the try throws
 */
export async function throttleSignIn<Session>(
  caller: Caller,
  door: Door,
  account: string,
  attempt: () => Promise<Session | null>,
): Promise<Session> {
  await begin(caller, door, account);
  const started = performance.now();
  const session = await attempt().catch(async (failure: unknown) => {
    // Auth is down, or the account waits for its mail: nobody's wrong guess.
    await end(caller, door, account);
    throw failure;
  });
  if (session !== null) {
    await end(caller, door, account);
    return session;
  }
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, REFUSAL_MS - (performance.now() - started))));
  throw new ApiError('invalid_credentials');
}

/** Makes the browser that has just signed in a known device of the account: what others guess does not slow it down. */
export async function rememberDevice({ db, client }: Caller, account: string): Promise<void> {
  const token = newToken();
  const isNew = await callFunction(db, 'remember_device', {
    account: hashOf(account),
    device: client.device,
    new_device: hashOf(token),
  });
  if (isNew) client.keepDevice(token);
}

/** Passes on that Auth is down or overrun, which is nobody's wrong password. @throws ApiError 503, 429 */
export function assertAnswered(error: { status?: number | undefined } | null, message: string): void {
  if (!error) return;
  if (error.status === 429) throw new ApiError('too_many_requests');
  if (!error.status || error.status >= 500) throw new ApiError('auth_unreachable', { message, cause: error });
}

async function begin({ db, client }: Caller, door: Door, account: string): Promise<void> {
  if (secrets.SHOP_RATE_LIMITS === 'off') return;
  const wait = secondsToWait.parse(await callFunction(db, 'begin_sign_in', countedAs(client, door, account)));
  if (wait === 0) return;
  const time = wait < 90 ? `${wait} second${wait === 1 ? '' : 's'}` : `${Math.ceil(wait / 60)} minutes`;
  throw new ApiError('too_many_requests', {
    message: `Too many wrong tries. Please try again in ${time}.`,
    headers: { 'Retry-After': String(wait) },
    details: { seconds: wait },
  });
}

async function end({ db, client }: Caller, door: Door, account: string): Promise<void> {
  if (secrets.SHOP_RATE_LIMITS !== 'off') await callFunction(db, 'end_sign_in', countedAs(client, door, account));
}

function countedAs({ address, device }: Caller['client'], door: Door, account: string) {
  return { door, account: hashOf(account), address: hashOf(address), device };
}
