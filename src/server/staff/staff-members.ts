import * as z from 'zod';
import type { StaffActivity } from '#shared/schemas/staff.ts';
import { callFunction, read } from '../database.ts';
import { ApiError } from '../http/api-error.ts';
import type { Call, StaffCall } from '../http/operation.ts';

type OneMember = { id: string };

/** Everybody on the staff, by user name; who is locked out stays named. */
export function listStaff({ db }: Call) {
  return read(db.from('staff').select('id, username, email, is_active, created_at').order('username'));
}

/**
 * Lets a staff member in or locks them out, which also ends their sessions.
 * @throws ApiError 404 `staff_not_found`, 409 `own_account` for locking oneself out
 */
export function setStaffActive({ db, params, body, staff }: StaffCall<StaffActivity, unknown, OneMember>) {
  return callFunction(db, 'set_staff_active', { staff_id: memberId(params), is_active: body.isActive, actor: staff.id });
}

/** Ends every session of a staff member, one's own included. @throws ApiError 404 `staff_not_found` */
export function endStaffSessions({ db, params }: StaffCall<unknown, unknown, OneMember>) {
  return callFunction(db, 'end_staff_sessions', { staff_id: memberId(params) });
}

const uuid = z.uuid();

/** @throws ApiError 404 `staff_not_found` for what is no id of an account */
function memberId({ id }: OneMember): string {
  if (!uuid.safeParse(id).success) throw new ApiError(404, 'staff_not_found', 'Staff member not found');
  return id;
}
