import * as z from 'zod';
import { callFunction, read } from '#server/database/calls.ts';
import { ApiError, invalid } from '#server/errors.ts';
import type { StaffCall } from '#server/http/operation.ts';
import { currentSettings } from '#server/settings/read-settings.ts';
import {
  type NewSecondFactor,
  type RecoveryCodes,
  type SecondFactor,
  type SecondFactorProof,
  type SecondFactorSecret,
  secondFactor,
} from '#shared/schemas/second-factor.ts';
import { encrypted, newRecoveryCodes, newSecret, secretAddress, stepOf, withSecondFactor } from './second-factor.ts';
import { isPasswordOf } from './staff-session.ts';

const kept = z.object({ secret: z.string() });

/** Whether one's own second factor is on, and how many recovery codes are left. */
export async function showSecondFactor({ db, staff }: StaffCall): Promise<SecondFactor> {
  return secondFactor.parse(await callFunction(db, 'show_second_factor', { staff_id: staff.id }));
}

/** A secret for an authenticator app. Nothing is kept of it until a code has proved that the app has it. */
export async function proposeSecret({ db, staff }: StaffCall): Promise<SecondFactorSecret> {
  const secret = newSecret();
  const { identity } = await currentSettings(db);
  return { secret, address: secretAddress(secret, { shop: identity.name, account: staff.username }) };
}

/**
 * Switches one's own second factor on. Answers with the recovery codes, which are shown this once.
 * @throws ApiError 422 for a wrong password or code, 409 `second_factor_is_on`, 429
 */
export async function switchOnSecondFactor(call: StaffCall<NewSecondFactor>): Promise<RecoveryCodes> {
  const { db, staff, body } = call;
  const step = stepOf(body.secret, body.code);
  if (!step) throw invalid([{ path: 'code', message: 'This code is not right. Check that the clock of your phone is.' }]);
  await assertPassword(call);
  const { codes, hashes } = newRecoveryCodes();
  const factor = { secret: encrypted(body.secret), time_step: step, recovery_hashes: hashes };
  await callFunction(db, 'switch_on_second_factor', { staff_id: staff.id, ...factor });
  return { codes };
}

/** Makes new recovery codes; the old ones are no longer good. @throws ApiError 422 for a wrong password or code, 429 */
export async function replaceRecoveryCodes(call: StaffCall<SecondFactorProof>): Promise<RecoveryCodes> {
  const { codes, hashes } = newRecoveryCodes();
  await withProof(call, (proof) => callFunction(call.db, 'replace_recovery_codes', { ...proof, recovery_hashes: hashes }));
  return { codes };
}

/** Switches one's own second factor off. @throws ApiError 422 for a wrong password or code, 409 `second_factor_needed_by_all`, 429 */
export async function switchOffSecondFactor(call: StaffCall<SecondFactorProof>): Promise<null> {
  await withProof(call, (proof) => callFunction(call.db, 'switch_off_second_factor', proof));
  return null;
}

interface UsableProof {
  staff_id: string;
  time_step: number | null;
  recovery_hash: string | null;
}

/** Calls what uses a code up, once the password is right: neither a lost phone nor an open browser is enough. */
async function withProof(call: StaffCall<SecondFactorProof>, use: (proof: UsableProof) => Promise<unknown>): Promise<void> {
  const { db, staff, body } = call;
  const found = await read(db.from('staff_second_factors').select('secret').eq('staff_id', staff.id).maybeSingle());
  if (!found) throw new ApiError('second_factor_is_off');
  await assertPassword(call);
  const { secret } = kept.parse(found);
  try {
    await withSecondFactor(call, { email: staff.email, secret, code: body.code }, (proof) =>
      use({ staff_id: staff.id, time_step: null, recovery_hash: null, ...proof }),
    );
  } catch (refusal) {
    // To the staff app a 401 means that the session has ended.
    if (!(refusal instanceof ApiError && refusal.code === 'second_factor_wrong')) throw refusal;
    throw invalid([{ path: 'code', message: refusal.message }]);
  }
}

/** @throws ApiError 422 */
async function assertPassword(call: StaffCall<{ password: string }>): Promise<void> {
  if (await isPasswordOf(call, call.staff, call.body.password)) return;
  throw invalid([{ path: 'password', message: 'This is not your password' }]);
}
