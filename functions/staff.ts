import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { openSession } from '#domain/accounts/contract.ts';
import { secondFactorPolicy } from '#domain/accounts/second-factor.ts';
import {
  invitation,
  invitationCheck,
  invited,
  joining,
  newInvitation,
  sentInvitation,
  staffActivity,
  staffMember,
} from '#domain/staff/contract.ts';
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
import { resource } from '#server/api/api.ts';
import { perMinute } from '#server/http/operation.ts';

const member = { access: 'staff', returns: staffMember } as const;

export default resource('Who works in the shop, and invitations.')
  .get('/api/staff', { access: 'staff', summary: 'Staff members', returns: z.array(staffMember) }, ({ db }) => listStaff(db))
  .get('/api/staff/invitations', { access: 'staff', summary: 'Open invitations', returns: z.array(invitation) }, ({ db }) =>
    listInvitations(db),
  )
  .post(
    '/api/staff/invitations',
    {
      access: 'owner',
      summary: 'Invites a person to the staff; for owners',
      body: newInvitation,
      status: 201,
      sendsMail: true,
      returns: sentInvitation,
    },
    ({ db, body, staff }) => inviteStaff(db, body, staff.id),
  )
  .delete(
    '/api/staff/invitations/:id',
    {
      access: 'owner',
      summary: 'Revokes an invitation; for owners',
      errors: ['invitation_not_found'],
      returns: invitation,
    },
    ({ db, params, staff }) => withdrawInvitation(db, params.id, staff.id),
  )
  .post(
    '/api/staff/invitations/check',
    {
      access: 'anyone',
      summary: 'Who an invitation is for',
      body: invitationCheck,
      errors: ['invitation_not_found'],
      limit: perMinute(20),
      returns: invited,
    },
    ({ db, body }) => checkInvitation(db, body),
  )
  .post(
    '/api/staff/join',
    {
      access: 'anyone',
      summary: 'Joins the staff by an invitation',
      body: joining,
      limit: perMinute(10),
      errors: ['invitation_not_found', 'auth_unreachable'],
      status: 201,
      returns: invited,
    },
    ({ db, body, client }) => joinStaff(db, body, client),
  )
  .get(
    '/api/staff/second-factor',
    { access: 'staff', summary: 'Whether all staff need a second factor', returns: secondFactorPolicy },
    ({ db }) => showSecondFactorPolicy(db),
  )
  .put(
    '/api/staff/second-factor',
    {
      access: 'staff',
      summary: 'Sets whether all staff need a second factor; for owners',
      body: secondFactorPolicy,
      errors: ['owner_only', 'second_factor_first'],
      returns: secondFactorPolicy,
    },
    ({ db, body, staff }) => requireSecondFactor(db, body, staff),
  )
  .put(
    '/api/staff/:id/active',
    {
      ...member,
      summary: 'Locks a staff member out or lets them in again; for owners',
      body: staffActivity,
      errors: ['owner_only', 'staff_not_found', 'own_account'],
    },
    ({ db, params, body, staff }) => setStaffActive(db, params.id, body, staff),
  )
  .post(
    '/api/staff/:id/sign-out',
    {
      ...member,
      summary: 'Ends all sessions of a staff member; other members’ for owners',
      errors: ['owner_only', 'staff_not_found'],
    },
    ({ db, params, staff }) => endStaffSessions(db, params.id, staff),
  )
  .get(
    '/api/staff/:id/sessions',
    {
      access: 'staff',
      summary: 'Open sessions of a staff member; for owners',
      errors: ['owner_only', 'staff_not_found'],
      returns: z.array(openSession),
    },
    ({ db, params, staff }) => listMemberSessions(db, params.id, staff),
  )
  .delete(
    '/api/staff/:id/sessions/:session',
    {
      access: 'staff',
      summary: 'Ends a session of a staff member; for owners',
      errors: ['owner_only', 'staff_not_found', 'session_not_found'],
      returns: z.null(),
    },
    ({ db, params, staff }) => endMemberSession(db, params.id, params.session, staff),
  )
  .post(
    '/api/staff/:id/second-factor/reset',
    {
      ...member,
      summary: 'Resets a staff member’s lost second factor; for owners',
      errors: ['owner_only', 'staff_not_found'],
    },
    ({ db, params, staff }) => resetSecondFactor(db, params.id, staff),
  ).handler;

export const config: Config = { path: ['/api/staff', '/api/staff/*'] };
