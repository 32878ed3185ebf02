import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { checkInvitation, inviteStaff, joinStaff, listInvitations, withdrawInvitation } from '#server/accounts/invitations.ts';
import {
  endMemberSession,
  endStaffSessions,
  listMemberSessions,
  listStaff,
  requireSecondFactor,
  resetSecondFactor,
  setStaffActive,
  showSecondFactorPolicy,
} from '#server/accounts/staff-members.ts';
import { perMinute } from '#server/http/operation.ts';
import { resource } from '#server/http/resource.ts';
import { openSession } from '#shared/schemas/accounts.ts';
import { secondFactorPolicy } from '#shared/schemas/second-factor.ts';
import {
  invitation,
  invitationCheck,
  invited,
  joining,
  newInvitation,
  sentInvitation,
  staffActivity,
  staffMember,
} from '#shared/schemas/staff.ts';

const member = { access: 'staff', returns: staffMember } as const;

export default resource()
  .get('/api/staff', { access: 'staff', summary: 'Who works in the shop', returns: z.array(staffMember) }, listStaff)
  .get('/api/staff/invitations', { access: 'staff', summary: 'Open invitations', returns: z.array(invitation) }, listInvitations)
  .post(
    '/api/staff/invitations',
    { access: 'staff', summary: 'Invites somebody to the staff', body: newInvitation, status: 201, returns: sentInvitation },
    inviteStaff,
  )
  .delete(
    '/api/staff/invitations/:id',
    { access: 'staff', summary: 'Takes an invitation back', errors: ['invitation_not_found'], returns: invitation },
    withdrawInvitation,
  )
  .post(
    '/api/staff/invitations/check',
    {
      access: 'anyone',
      summary: 'Whom a link invites',
      body: invitationCheck,
      errors: ['invitation_not_found'],
      limit: perMinute(20),
      returns: invited,
    },
    checkInvitation,
  )
  .post(
    '/api/staff/join',
    {
      access: 'anyone',
      summary: 'Joins the staff by a link',
      body: joining,
      limit: perMinute(10),
      errors: ['invitation_not_found', 'auth_unreachable'],
      status: 201,
      returns: invited,
    },
    joinStaff,
  )
  .get(
    '/api/staff/second-factor',
    { access: 'staff', summary: 'Whether all staff need a second factor', returns: secondFactorPolicy },
    showSecondFactorPolicy,
  )
  .put(
    '/api/staff/second-factor',
    {
      access: 'staff',
      summary: 'Requires a second factor of all staff, or not; for owners',
      body: secondFactorPolicy,
      errors: ['owner_only', 'second_factor_first'],
      returns: secondFactorPolicy,
    },
    requireSecondFactor,
  )
  .put(
    '/api/staff/:id/active',
    {
      ...member,
      summary: 'Lets a staff member in or locks them out; for owners',
      body: staffActivity,
      errors: ['owner_only', 'staff_not_found', 'own_account'],
    },
    setStaffActive,
  )
  .post(
    '/api/staff/:id/sign-out',
    {
      ...member,
      summary: 'Ends every session of a staff member; another’s for owners',
      errors: ['owner_only', 'staff_not_found'],
    },
    endStaffSessions,
  )
  .get(
    '/api/staff/:id/sessions',
    {
      access: 'staff',
      summary: 'Where a staff member is signed in; for owners',
      errors: ['owner_only', 'staff_not_found'],
      returns: z.array(openSession),
    },
    listMemberSessions,
  )
  .delete(
    '/api/staff/:id/sessions/:session',
    {
      access: 'staff',
      summary: 'Ends a session of a staff member; for owners',
      errors: ['owner_only', 'staff_not_found', 'session_not_found'],
      returns: z.null(),
    },
    endMemberSession,
  )
  .post(
    '/api/staff/:id/second-factor/reset',
    {
      ...member,
      summary: 'Takes a lost second factor from a staff member; for owners',
      errors: ['owner_only', 'staff_not_found'],
    },
    resetSecondFactor,
  ).handler;

export const config: Config = { path: ['/api/staff', '/api/staff/*'] };
