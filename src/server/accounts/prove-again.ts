import * as z from 'zod';
import type { Admin } from '#domain/accounts/contract.ts';
import { PROOF_ASKED, type Proof } from '#domain/accounts/proof.ts';
import { callFunction, read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError, invalid } from '#server/errors.ts';
import { withSecondFactor } from './second-factor.ts';
import { assertPassword, type SignInRequest } from './sign-in-staff.ts';

const storedFactor = z.object({ secret: z.string() });

/**
 * Makes sure that it is the member of staff who asks, not somebody with their session: by a code of their second factor, the app's or a recovery code, which
 * is used up; by their password only where they have no second factor. Wrong ones are slowed down as at sign-in.
 * @throws ApiError `proof_needed` without a proof; `validation_failed` at `proof`, `too_many_requests`, `auth_unreachable`
 */
export async function proveAgain(
  db: ShopDatabase,
  staff: Admin,
  typed: string | undefined,
  request: SignInRequest,
): Promise<Proof> {
  const factor = db.from('staff_second_factors').select('secret').eq('staff_id', staff.id).maybeSingle();
  const stored = await read(factor, storedFactor.nullable());
  const by = stored ? 'second_factor' : 'password';
  if (!typed) throw new ApiError('proof_needed', { message: PROOF_ASKED[by], details: { by } });
  if (stored) return { timeStep: await spendCode(db, staff, { secret: stored.secret, code: typed }, request) };
  await assertPassword(db, staff, { password: typed, field: 'proof' }, request);
  return { timeStep: null };
}

/** Uses a code up. Returns its time step; null for a recovery code. */
async function spendCode(
  db: ShopDatabase,
  { id, email }: Admin,
  { secret, code }: { secret: string; code: string },
  { client }: SignInRequest,
): Promise<number | null> {
  try {
    return await withSecondFactor(db, { staffId: id, email, secret, code, client }, async (used) => {
      await callFunction(db, 'prove_second_factor', { staff_id: id, time_step: null, recovery_hash: null, ...used });
      return 'time_step' in used ? used.time_step : null;
    });
  } catch (refusal) {
    // A 401 would tell the back office that the session has ended.
    if (!(refusal instanceof ApiError && refusal.code === 'second_factor_wrong')) throw refusal;
    throw invalid([{ path: 'proof', message: refusal.message }]);
  }
}
