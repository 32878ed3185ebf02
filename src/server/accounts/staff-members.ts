import * as z from 'zod';
import { type SecondFactorPolicy, secondFactorPolicy } from '#domain/accounts/second-factor.ts';
import { type StaffActivity, staffMember } from '#domain/staff/contract.ts';
import { callFunction, read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { endSession, listSessions } from './staff-sessions.ts';
import type { SignedInStaff } from './tokens.ts';

const policy = z.object({ secondFactorRequired: z.boolean() });

/** All staff by user name, including those locked out. */
export function listStaff(db: ShopDatabase) {
  return callFunction(db, 'list_staff', {}, z.array(staffMember));
}

/**
 * Lets a staff member in, or locks them out and ends their sessions.
 * @throws ApiError `owner_only`, `staff_not_found`, `own_account` when locking oneself out
 */
export function setStaffActive(db: ShopDatabase, id: string, { isActive }: StaffActivity, actor: SignedInStaff) {
  return callFunction(db, 'set_staff_active', { staff_id: accountId(id), is_active: isActive, actor: actor.id }, staffMember);
}

/** Ends every session of a staff member. @throws ApiError `owner_only` for somebody else's, `staff_not_found` */
export function endStaffSessions(db: ShopDatabase, id: string, actor: SignedInStaff) {
  return callFunction(db, 'end_staff_sessions', { staff_id: accountId(id), actor: actor.id }, staffMember);
}

/** Where a staff member is signed in. @throws ApiError `staff_not_found` */
export function listMemberSessions(db: ShopDatabase, id: string, actor: SignedInStaff) {
  return listSessions(db, accountId(id), actor.sessionId);
}

/** Ends one session of a staff member. @throws ApiError `staff_not_found`, `session_not_found` */
export function endMemberSession(db: ShopDatabase, id: string, session: string) {
  return endSession(db, accountId(id), session);
}

/** Removes a lost second factor and ends the member's sessions. @throws ApiError `owner_only`, `staff_not_found` */
export function resetSecondFactor(db: ShopDatabase, id: string, actor: SignedInStaff) {
  return callFunction(db, 'reset_second_factor', { staff_id: accountId(id), actor: actor.id }, staffMember);
}

/** Whether all staff need a second factor. */
export async function showSecondFactorPolicy(db: ShopDatabase): Promise<SecondFactorPolicy> {
  const { secondFactorRequired } = await read(db.from('staff_policy').select('second_factor_required').single(), policy);
  return { isRequired: secondFactorRequired };
}

/**
 * Decides whether all staff need a second factor. Those without one switch it on at their next sign-in, before anything else.
 * @throws ApiError `owner_only`, `second_factor_first` for an owner without one
 */
export function requireSecondFactor(db: ShopDatabase, { isRequired }: SecondFactorPolicy, actor: SignedInStaff) {
  return callFunction(db, 'require_second_factor', { is_required: isRequired, actor: actor.id }, secondFactorPolicy);
}

const uuid = z.uuid();

/** @throws ApiError `staff_not_found` for an id that cannot be an account's */
export function accountId(id: string): string {
  if (!uuid.safeParse(id).success) throw new ApiError('staff_not_found');
  return id;
}
