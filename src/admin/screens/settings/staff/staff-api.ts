import * as z from 'zod';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { openSession } from '#domain/accounts/contract.ts';
import { type SecondFactorPolicy, secondFactorPolicy } from '#domain/accounts/second-factor.ts';
import {
  type Invitation,
  invitation,
  type NewInvitation,
  type Role,
  type RoleEdit,
  type RoleFields,
  role,
  type SentInvitation,
  type StaffMember,
  sentInvitation,
  staffMember,
} from '#domain/staff/contract.ts';

export const membersQuery = staffQuery('/staff', z.array(staffMember));

export const invitationsQuery = staffQuery('/staff/invitations', z.array(invitation));

export const secondFactorQuery = staffQuery('/staff/second-factor', secondFactorPolicy);

export const rolesQuery = staffQuery('/staff/roles', z.array(role));

export const sessionsQuery = (memberId: string) => staffQuery(`/staff/${memberId}/sessions`, z.array(openSession));

export function postInvitation(body: NewInvitation): Promise<SentInvitation> {
  return callStaffApi('POST', '/staff/invitations', { body, schema: sentInvitation });
}

export function deleteInvitation(id: string): Promise<Invitation> {
  return callStaffApi('DELETE', `/staff/invitations/${id}`, { schema: invitation });
}

export function putActive(id: string, isActive: boolean): Promise<StaffMember> {
  return callStaffApi('PUT', `/staff/${id}/active`, { body: { isActive }, schema: staffMember });
}

export function postSignOut(id: string): Promise<StaffMember> {
  return callStaffApi('POST', `/staff/${id}/sign-out`, { body: {}, schema: staffMember });
}

export function postResetSecondFactor(id: string): Promise<StaffMember> {
  return callStaffApi('POST', `/staff/${id}/second-factor/reset`, { body: {}, schema: staffMember });
}

export function deleteMemberSession(id: string, session: string): Promise<null> {
  return callStaffApi('DELETE', `/staff/${id}/sessions/${session}`, { schema: z.null() });
}

export function putSecondFactorRule(isRequired: boolean): Promise<SecondFactorPolicy> {
  return callStaffApi('PUT', '/staff/second-factor', { body: { isRequired }, schema: secondFactorPolicy });
}

export function putRole(id: string, role: string): Promise<StaffMember> {
  return callStaffApi('PUT', `/staff/${id}/role`, { body: { role }, schema: staffMember });
}

export function postNewRole(body: RoleFields): Promise<Role> {
  return callStaffApi('POST', '/staff/roles', { body, schema: role });
}

export function putOwnRole(id: string, body: RoleEdit): Promise<Role> {
  return callStaffApi('PUT', `/staff/roles/${id}`, { body, schema: role });
}

export function deleteOwnRole(id: string): Promise<Role> {
  return callStaffApi('DELETE', `/staff/roles/${id}`, { schema: role });
}
