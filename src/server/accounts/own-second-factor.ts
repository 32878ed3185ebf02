import * as z from 'zod';
import type { Admin } from '#domain/accounts/contract.ts';
import {
  type NewSecondFactor,
  type RecoveryCodes,
  type SecondFactor,
  type SecondFactorProof,
  type SecondFactorSecret,
  secondFactor,
} from '#domain/accounts/second-factor.ts';
import { callFunction, read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError, invalid } from '#server/errors.ts';
import { currentSettings } from '#server/settings/settings.ts';
import { encrypted, newRecoveryCodes, newSecret, secretAddress, stepOf, withSecondFactor } from './second-factor.ts';
import { assertPassword, type SignInRequest } from './sign-in-staff.ts';

/** Whether one's own second factor is on, and how many recovery codes are left. */
export async function showSecondFactor(db: ShopDatabase, staff: Admin): Promise<SecondFactor> {
  return callFunction(db, 'show_second_factor', { staff_id: staff.id }, secondFactor);
}

/** A secret for an authenticator app. It is not stored until a code proves that the app has it. */
export async function proposeSecret(db: ShopDatabase, staff: Admin): Promise<SecondFactorSecret> {
  const secret = newSecret();
  const { identity } = await currentSettings(db);
  return { secret, address: secretAddress(secret, { shop: identity.name, account: staff.username }) };
}

/**
 * Switches one's own second factor on. Returns the recovery codes, which are never shown again.
 * @throws ApiError `validation_failed` for a wrong password or code, `second_factor_is_on`, `too_many_requests`
 */
export async function switchOnSecondFactor(
  db: ShopDatabase,
  { password, secret, code }: NewSecondFactor,
  staff: Admin,
  request: SignInRequest,
): Promise<RecoveryCodes> {
  const step = stepOf(secret, code);
  if (!step) throw invalid([{ path: 'code', message: 'This code is not right. Check that the clock of your phone is.' }]);
  await assertPassword(db, staff, { password, field: 'password' }, request);
  const { codes, hashes } = newRecoveryCodes();
  const factor = { secret: encrypted(secret), time_step: step, recovery_hashes: hashes };
  await callFunction(db, 'switch_on_second_factor', { staff_id: staff.id, ...factor });
  return { codes };
}

/** Replaces the recovery codes. @throws ApiError `validation_failed` for a wrong password or code, `second_factor_is_off`, `too_many_requests` */
export async function replaceRecoveryCodes(
  db: ShopDatabase,
  typed: SecondFactorProof,
  staff: Admin,
  request: SignInRequest,
): Promise<RecoveryCodes> {
  const { codes, hashes } = newRecoveryCodes();
  await withProof(db, typed, staff, request, (proof) =>
    callFunction(db, 'replace_recovery_codes', { ...proof, recovery_hashes: hashes }),
  );
  return { codes };
}

/**
 * Switches one's own second factor off.
 * @throws ApiError `validation_failed` for a wrong password or code, `second_factor_is_off`, `second_factor_needed_by_all`, `too_many_requests`
 */
export async function switchOffSecondFactor(
  db: ShopDatabase,
  typed: SecondFactorProof,
  staff: Admin,
  request: SignInRequest,
): Promise<null> {
  await withProof(db, typed, staff, request, (proof) => callFunction(db, 'switch_off_second_factor', proof));
  return null;
}

const storedFactor = z.object({ secret: z.string() });

/** A proof as SQL takes it: one of the two is there. */
interface StoredProof {
  staff_id: string;
  time_step: number | null;
  recovery_hash: string | null;
}

/** Checks password and code, then calls `use`, which uses the code up: neither a lost phone nor an unlocked browser is enough. */
async function withProof(
  db: ShopDatabase,
  { password, code }: SecondFactorProof,
  staff: Admin,
  request: SignInRequest,
  use: (proof: StoredProof) => Promise<unknown>,
): Promise<void> {
  const factor = db.from('staff_second_factors').select('secret').eq('staff_id', staff.id).maybeSingle();
  const stored = await read(factor, storedFactor.nullable());
  if (!stored) throw new ApiError('second_factor_is_off');
  await assertPassword(db, staff, { password, field: 'password' }, request);
  try {
    await withSecondFactor(
      db,
      { staffId: staff.id, email: staff.email, secret: stored.secret, code, client: request.client },
      (proof) => use({ staff_id: staff.id, time_step: null, recovery_hash: null, ...proof }),
    );
  } catch (refusal) {
    // A 401 would tell the back office that the session has ended.
    if (!(refusal instanceof ApiError && refusal.code === 'second_factor_wrong')) throw refusal;
    throw invalid([{ path: 'code', message: refusal.message }]);
  }
}
