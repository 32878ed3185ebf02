import * as z from 'zod';
import { callFunction, read } from '#server/database/calls.ts';
import { ApiError } from '#server/errors.ts';
import type { Call, StaffCall } from '#server/http/operation.ts';
import type { SecondFactorPolicy } from '#shared/schemas/second-factor.ts';
import type { StaffActivity } from '#shared/schemas/staff.ts';
import { endSessionOf, sessionsOf } from './staff-sessions.ts';

type OneMember = { id: string };

const policy = z.object({ secondFactorRequired: z.boolean() });

/** Everybody on the staff, by user name; who is locked out stays named. */
export function listStaff({ db }: Call) {
  return callFunction(db, 'list_staff');
}

/**
 * Lets a staff member in or locks them out, which also ends their sessions.
 * @throws ApiError 403 `owner_only`, 404 `staff_not_found`, 409 `own_account` for locking oneself out
 */
export function setStaffActive({ db, params, body, staff }: StaffCall<StaffActivity, unknown, OneMember>) {
  return callFunction(db, 'set_staff_active', { staff_id: memberId(params), is_active: body.isActive, actor: staff.id });
}

/** Ends every session of a staff member, one's own included. @throws ApiError 403 `owner_only` for somebody else's, 404 `staff_not_found` */
export function endStaffSessions({ db, params, staff }: StaffCall<unknown, unknown, OneMember>) {
  return callFunction(db, 'end_staff_sessions', { staff_id: memberId(params), actor: staff.id });
}

/** Where a staff member is signed in. @throws ApiError 403 `owner_only` */
export function listMemberSessions({ db, params, staff }: StaffCall<unknown, unknown, OneMember>) {
  assertOwner(staff);
  return sessionsOf(db, memberId(params), staff.sessionId);
}

/** Ends one session of a staff member. @throws ApiError 403 `owner_only`, 404 `session_not_found` */
export function endMemberSession({ db, params, staff }: StaffCall<unknown, unknown, OneMember & { session: string }>) {
  assertOwner(staff);
  return endSessionOf(db, memberId(params), params.session);
}

/** Takes a lost second factor from a staff member and ends their sessions. @throws ApiError 403 `owner_only`, 404 `staff_not_found` */
export function resetSecondFactor({ db, params, staff }: StaffCall<unknown, unknown, OneMember>) {
  return callFunction(db, 'reset_second_factor', { staff_id: memberId(params), actor: staff.id });
}

/** Whether everybody on the staff needs a second factor. */
export async function showSecondFactorPolicy({ db }: Call): Promise<SecondFactorPolicy> {
  const row = await read(db.from('staff_policy').select('second_factor_required').single());
  return { isRequired: policy.parse(row).secondFactorRequired };
}

/**
 * Says whether everybody on the staff needs a second factor. Who has none switches it on at the next sign-in, before anything else.
 * @throws ApiError 403 `owner_only`, 409 `second_factor_first` for an owner without one
 */
export function requireSecondFactor({ db, body, staff }: StaffCall<SecondFactorPolicy>) {
  return callFunction(db, 'require_second_factor', { is_required: body.isRequired, actor: staff.id });
}

function assertOwner({ isOwner }: StaffCall['staff']): void {
  if (!isOwner) throw new ApiError('owner_only');
}

const uuid = z.uuid();

/** @throws ApiError 404 `staff_not_found` for what is no id of an account */
function memberId({ id }: OneMember): string {
  if (!uuid.safeParse(id).success) throw new ApiError('staff_not_found');
  return id;
}
