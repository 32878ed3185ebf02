import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { perMinute } from '#server/http/operation.ts';
import { resource } from '#server/http/resource.ts';
import { checkInvitation, inviteStaff, joinStaff, listInvitations, withdrawInvitation } from '#server/staff/invitations.ts';
import { endStaffSessions, listStaff, setStaffActive } from '#server/staff/staff-members.ts';
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
    { access: 'staff', summary: 'Takes an invitation back', refuses: ['invitation_not_found'], returns: invitation },
    withdrawInvitation,
  )
  .post(
    '/api/staff/invitations/check',
    {
      access: 'anyone',
      summary: 'Whom a link invites',
      body: invitationCheck,
      refuses: ['invitation_not_found'],
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
      refuses: ['invitation_not_found', 'auth_unreachable'],
      status: 201,
      returns: invited,
    },
    joinStaff,
  )
  .put(
    '/api/staff/:id/active',
    {
      ...member,
      summary: 'Lets a staff member in or locks them out',
      body: staffActivity,
      refuses: ['staff_not_found', 'own_account'],
    },
    setStaffActive,
  )
  .post(
    '/api/staff/:id/sign-out',
    { ...member, summary: 'Ends every session of a staff member', refuses: ['staff_not_found'] },
    endStaffSessions,
  ).handler;

export const config: Config = { path: ['/api/staff', '/api/staff/*'] };
