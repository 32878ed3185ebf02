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
  role,
  roleChoice,
  roleEdit,
  roleFields,
  sentInvitation,
  staffActivity,
  staffMember,
} from '#domain/staff/contract.ts';
import { checkInvitation, inviteStaff, joinStaff, listInvitations, withdrawInvitation } from '#server/accounts/invitations.ts';
import { addRole, changeRole, deleteRole, listRoles, setStaffRole } from '#server/accounts/roles.ts';
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
  .get('/api/staff', { access: 'staff', right: 'none', summary: 'Staff members', returns: z.array(staffMember) }, ({ db }) =>
    listStaff(db),
  )
  .get(
    '/api/staff/invitations',
    { access: 'staff', right: 'none', summary: 'Open invitations', returns: z.array(invitation) },
    ({ db }) => listInvitations(db),
  )
  .post(
    '/api/staff/invitations',
    {
      access: 'staff',
      right: 'manage_staff',
      proof: true,
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
      access: 'staff',
      right: 'manage_staff',
      proof: true,
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
      sendsMail: true,
      status: 201,
      returns: invited,
    },
    ({ db, body, client }) => joinStaff(db, body, client),
  )
  .get(
    '/api/staff/second-factor',
    { access: 'staff', right: 'none', summary: 'Whether all staff need a second factor', returns: secondFactorPolicy },
    ({ db }) => showSecondFactorPolicy(db),
  )
  .put(
    '/api/staff/second-factor',
    {
      access: 'staff',
      right: 'manage_staff',
      proof: true,
      sendsMail: true,
      summary: 'Sets whether all staff need a second factor; for owners',
      body: secondFactorPolicy,
      errors: ['second_factor_first'],
      returns: secondFactorPolicy,
    },
    ({ db, body, staff }) => requireSecondFactor(db, body, staff),
  )
  .get('/api/staff/roles', { access: 'staff', right: 'none', summary: 'Roles', returns: z.array(role) }, ({ db }) =>
    listRoles(db),
  )
  .post(
    '/api/staff/roles',
    {
      access: 'staff',
      right: 'manage_staff',
      proof: true,
      sendsMail: true,
      summary: 'Makes a role of the shop’s own',
      body: roleFields,
      status: 201,
      returns: role,
    },
    ({ db, body, staff }) => addRole(db, body, staff.id),
  )
  .put(
    '/api/staff/roles/:id',
    {
      access: 'staff',
      right: 'manage_staff',
      proof: true,
      sendsMail: true,
      summary: 'Changes a role of the shop’s own; whoever has it signs in again when it may do something else',
      body: roleEdit,
      errors: ['role_not_found', 'role_is_preset', 'edited_meanwhile'],
      returns: role,
    },
    ({ db, params, body, staff }) => changeRole(db, params.id, body, staff.id),
  )
  .delete(
    '/api/staff/roles/:id',
    {
      access: 'staff',
      right: 'manage_staff',
      proof: true,
      sendsMail: true,
      summary: 'Deletes a role of the shop’s own that nobody has',
      errors: ['role_not_found', 'role_is_preset', 'role_in_use'],
      returns: role,
    },
    ({ db, params, staff }) => deleteRole(db, params.id, staff.id),
  )
  .put(
    '/api/staff/:id/role',
    {
      ...member,
      right: 'manage_staff',
      proof: true,
      sendsMail: true,
      summary: 'Gives a staff member another role, and ends their sessions',
      body: roleChoice,
      errors: ['staff_not_found', 'last_owner'],
    },
    ({ db, params, body, staff }) => setStaffRole(db, params.id, body, staff.id),
  )
  .put(
    '/api/staff/:id/active',
    {
      ...member,
      right: 'manage_staff',
      proof: true,
      sendsMail: true,
      summary: 'Locks a staff member out or lets them in again; for owners',
      body: staffActivity,
      errors: ['staff_not_found', 'own_account'],
    },
    ({ db, params, body, staff }) => setStaffActive(db, params.id, body, staff),
  )
  .post(
    '/api/staff/:id/sign-out',
    {
      ...member,
      right: 'none',
      // Others than owners are refused by the database.
      proof: { when: 'the sessions are not one’s own', isNeeded: ({ params, staff }) => staff.isOwner && params.id !== staff.id },
      summary: 'Ends all sessions of a staff member; other members’ for owners',
      errors: ['owner_only', 'staff_not_found'],
    },
    ({ db, params, staff }) => endStaffSessions(db, params.id, staff),
  )
  .get(
    '/api/staff/:id/sessions',
    {
      access: 'staff',
      right: 'manage_staff',
      summary: 'Open sessions of a staff member; for owners',
      errors: ['staff_not_found'],
      returns: z.array(openSession),
    },
    ({ db, params, staff }) => listMemberSessions(db, params.id, staff),
  )
  .delete(
    '/api/staff/:id/sessions/:session',
    {
      access: 'staff',
      right: 'manage_staff',
      proof: { when: 'the session is not one’s own', isNeeded: ({ params, staff }) => params.id !== staff.id },
      summary: 'Ends a session of a staff member; for owners',
      errors: ['staff_not_found', 'session_not_found'],
      returns: z.null(),
    },
    ({ db, params }) => endMemberSession(db, params.id, params.session),
  )
  .post(
    '/api/staff/:id/second-factor/reset',
    {
      ...member,
      right: 'manage_staff',
      proof: true,
      sendsMail: true,
      summary: 'Resets a staff member’s lost second factor; for owners',
      errors: ['staff_not_found', 'own_second_factor'],
    },
    ({ db, params, staff }) => resetSecondFactor(db, params.id, staff),
  ).handler;

export const config: Config = { path: ['/api/staff', '/api/staff/*'] };
