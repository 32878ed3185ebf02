import * as z from 'zod';
import type { Admin } from '#domain/accounts/contract.ts';
import { callFunction, read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError, invalid } from '#server/errors.ts';
import { withSecondFactor } from './second-factor.ts';
import { isPasswordOf, type SignInRequest } from './sign-in-staff.ts';

const storedFactor = z.object({ secret: z.string() });

/**
 * Checks that it is the member of staff who sits there, not somebody who found the browser open. `proof` is their password, or the six digits of
 * their second factor, which are used up. Wrong ones are slowed down as at sign-in.
 * @throws ApiError `validation_failed` at `proof`, `too_many_requests`, `auth_unreachable`
 */
export async function proveAgain(
  db: ShopDatabase,
  staff: Admin,
  proof: string | undefined,
  request: SignInRequest,
): Promise<void> {
  if (!proof) throw wrong('Enter your password, or the code of your second factor');
  const code = proof.replace(/\s/g, '');
  const secret = /^\d{6}$/.test(code) && (await secretOf(db, staff));
  if (!secret) {
    if (await isPasswordOf(db, staff, proof, request)) return;
    throw wrong('This is not your password');
  }
  await withStoredSecret({ db, staff, secret, code, request, field: 'proof' }, (time_step) =>
    callFunction(db, 'prove_second_factor', { staff_id: staff.id, time_step }),
  );
}

/**
 * Does what takes the second factor and nothing less: a stolen password is not enough. `use` gets the time step of the six digits, and uses it up in the
 * transaction of what it does.
 * @throws ApiError `validation_failed` at `code`, `too_many_requests`; whatever `use` throws
 */
export async function bySecondFactor<Result>(
  db: ShopDatabase,
  staff: Admin,
  code: string,
  request: SignInRequest,
  use: (timeStep: number) => Promise<Result>,
): Promise<Result> {
  const secret = await secretOf(db, staff);
  if (!secret) throw wrong('You have no second factor. Switch one on under Your account, or leave this empty.', 'code');
  return withStoredSecret({ db, staff, secret, code, request, field: 'code' }, use);
}

interface StoredSecret {
  db: ShopDatabase;
  staff: Admin;
  secret: string;
  /** Six digits. */
  code: string;
  request: SignInRequest;
  /** Where it was typed. */
  field: string;
}

async function withStoredSecret<Result>(
  { db, staff, secret, code, request, field }: StoredSecret,
  use: (timeStep: number) => Promise<Result>,
): Promise<Result> {
  try {
    return await withSecondFactor(db, { staffId: staff.id, email: staff.email, secret, code, client: request.client }, (used) =>
      use((used as { time_step: number }).time_step),
    );
  } catch (refusal) {
    // A 401 would tell the back office that the session has ended.
    if (!(refusal instanceof ApiError && refusal.code === 'second_factor_wrong')) throw refusal;
    throw wrong(refusal.message, field);
  }
}

async function secretOf(db: ShopDatabase, staff: Admin): Promise<string | undefined> {
  const factor = db.from('staff_second_factors').select('secret').eq('staff_id', staff.id).maybeSingle();
  return (await read(factor, storedFactor.nullable()))?.secret;
}

function wrong(message: string, path = 'proof'): ApiError {
  return invalid([{ path, message }]);
}
