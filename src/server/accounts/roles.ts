import * as z from 'zod';
import { type RoleChoice, type RoleEdit, type RoleFields, role, staffMember } from '#domain/staff/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { accountId } from './staff-members.ts';

/** All roles: those of every shop, then the shop's own. */
export function listRoles(db: ShopDatabase) {
  return callFunction(db, 'list_roles', {}, z.array(role));
}

/** Makes a role of the shop's own. `actor` is the owner's id. @throws ApiError `owner_only`, `validation_failed` for a name that is taken */
export function addRole(db: ShopDatabase, { revealsADay, ...fields }: RoleFields, actor: string) {
  return callFunction(db, 'add_role', { ...fields, reveals_a_day: revealsADay, actor }, role);
}

/**
 * Changes a role of the shop's own. Whoever has it signs in again when its rights are others. `actor` is the owner's id.
 * @throws ApiError `owner_only`, `role_not_found`, `role_is_preset`, `edited_meanwhile`, `validation_failed` for a name that is taken
 */
export function changeRole(db: ShopDatabase, id: string, { revealsADay, updatedAt, ...fields }: RoleEdit, actor: string) {
  const changes = { ...fields, reveals_a_day: revealsADay, expected_version: updatedAt, actor };
  return callFunction(db, 'change_role', { role_id: id, ...changes }, role);
}

/** Deletes a role of the shop's own. `actor` is the owner's id. @throws ApiError `owner_only`, `role_not_found`, `role_is_preset`, `role_in_use` */
export function deleteRole(db: ShopDatabase, id: string, actor: string) {
  return callFunction(db, 'delete_role', { role_id: id, actor }, role);
}

/**
 * Gives a staff member another role and ends their sessions. `actor` is the owner's id.
 * @throws ApiError `owner_only`, `staff_not_found`, `last_owner`, `validation_failed` for a role that there is not
 */
export function setStaffRole(db: ShopDatabase, id: string, { role }: RoleChoice, actor: string) {
  return callFunction(db, 'set_staff_role', { staff_id: accountId(id), role, actor }, staffMember);
}
