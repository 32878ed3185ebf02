import * as z from 'zod';
import { newPassword } from '#domain/accounts/new-password.ts';
import { email } from '#domain/text-fields.ts';
import { objectId, timestamp } from '#domain/values.ts';

export const staffUsername = z
  .string('Required')
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9._-]{2,40}$/, 'A user name has 2 to 40 letters, digits, dots, dashes or underscores');

/** A staff member. */
export const staffMember = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  isActive: z.boolean(),
  /** May manage other people's access. */
  isOwner: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** The user name of who invited them; null for an owner added by command. */
  invitedBy: z.string().nullable(),
  createdAt: timestamp,
});

export type StaffMember = z.infer<typeof staffMember>;

export const staffActivity = z.object({ isActive: z.boolean('Required') });

export type StaffActivity = z.infer<typeof staffActivity>;

export const newInvitation = z.object({ email, username: staffUsername });

export type NewInvitation = z.infer<typeof newInvitation>;

/** An open invitation to join the staff. It never carries its link. */
export const invitation = z.object({
  id: objectId,
  _id: objectId,
  email: z.string(),
  username: z.string(),
  /** The user name of the owner who gave it out. */
  invitedBy: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
});

export type Invitation = z.infer<typeof invitation>;

/** A new invitation. Its link is shown only now, to pass it on without the mail. */
export const sentInvitation = invitation.extend({ link: z.string() });

export type SentInvitation = z.infer<typeof sentInvitation>;

const token = z.string('Required').regex(/^[\w-]{43}$/, 'This link is not complete');

export const invitationCheck = z.object({ token });

export type InvitationCheck = z.infer<typeof invitationCheck>;

/** Who an invitation is for. */
export const invited = z.object({ email: z.string(), username: z.string() });

export const joining = z.object({ token, password: newPassword });

export type Joining = z.infer<typeof joining>;
