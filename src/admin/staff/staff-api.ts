import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type OpenSession, openSession } from '#shared/schemas/accounts.ts';
import { type SecondFactorPolicy, secondFactorPolicy } from '#shared/schemas/second-factor.ts';
import {
  type Invitation,
  invitation,
  type NewInvitation,
  type SentInvitation,
  type StaffMember,
  sentInvitation,
  staffMember,
} from '#shared/schemas/staff.ts';

export function useStaff() {
  return useQuery({
    queryKey: ['staff', 'members'],
    queryFn: ({ signal }) => callStaffApi('GET', '/staff', { schema: z.array(staffMember), signal }),
  });
}

export function useInvitations() {
  return useQuery({
    queryKey: ['staff', 'invitations'],
    queryFn: ({ signal }) => callStaffApi('GET', '/staff/invitations', { schema: z.array(invitation), signal }),
  });
}

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

export function fetchMemberSessions(id: string, signal: AbortSignal): Promise<OpenSession[]> {
  return callStaffApi('GET', `/staff/${id}/sessions`, { schema: z.array(openSession), signal });
}

export function deleteMemberSession(id: string, session: string): Promise<null> {
  return callStaffApi('DELETE', `/staff/${id}/sessions/${session}`, { schema: z.null() });
}

export function useSecondFactorRule() {
  return useQuery({
    queryKey: ['staff', 'second-factor'],
    queryFn: ({ signal }) => callStaffApi('GET', '/staff/second-factor', { schema: secondFactorPolicy, signal }),
  });
}

export function putSecondFactorRule(isRequired: boolean): Promise<SecondFactorPolicy> {
  return callStaffApi('PUT', '/staff/second-factor', { body: { isRequired }, schema: secondFactorPolicy });
}
