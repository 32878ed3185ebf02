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
  try {
    await withSecondFactor(db, { staffId: staff.id, email: staff.email, secret, code, client: request.client }, (used) =>
      callFunction(db, 'prove_second_factor', { staff_id: staff.id, ...(used as { time_step: number }) }),
    );
  } catch (refusal) {
    // A 401 would tell the back office that the session has ended.
    if (!(refusal instanceof ApiError && refusal.code === 'second_factor_wrong')) throw refusal;
    throw wrong(refusal.message);
  }
}

async function secretOf(db: ShopDatabase, staff: Admin): Promise<string | undefined> {
  const factor = db.from('staff_second_factors').select('secret').eq('staff_id', staff.id).maybeSingle();
  return (await read(factor, storedFactor.nullable()))?.secret;
}

function wrong(message: string): ApiError {
  return invalid([{ path: 'proof', message }]);
}
