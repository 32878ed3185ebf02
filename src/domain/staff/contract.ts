import * as z from 'zod';
import { secretToken } from '#domain/accounts/contract.ts';
import { newPassword } from '#domain/accounts/new-password.ts';
import { right } from '#domain/rights/right.ts';
import { lackingRight, OWNER_RIGHTS, RIGHT_NAMES, RIGHTS } from '#domain/rights/rights.ts';
import { comparedText, email, line, optionalLine, shaped } from '#domain/text-fields.ts';
import { objectId, timestamp } from '#domain/values.ts';
import { expectedVersion } from '#domain/versions.ts';

const NO_USERNAME = 'A user name has 2 to 40 letters, digits, dots, dashes or underscores';

export const staffUsername = comparedText(40, 'Required')
  .toLowerCase()
  .regex(/^[a-z0-9._-]{2,40}$/, NO_USERNAME);

/** A staff member. */
export const staffMember = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  isActive: z.boolean(),
  /** The role's id. */
  role: z.string(),
  roleName: z.string(),
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

const roleId = shaped(24, /^([a-z]{3,20}|[0-9a-f]{24})$/, 'There is no such role', 'Required');

export const newInvitation = z.object({ email, username: staffUsername, role: roleId.default('desk') });

export type NewInvitation = z.infer<typeof newInvitation>;

/** An open invitation to join the staff. It never carries its link. */
export const invitation = z.object({
  id: objectId,
  _id: objectId,
  email: z.string(),
  username: z.string(),
  role: z.string(),
  roleName: z.string(),
  /** The user name of the owner who gave it out. */
  invitedBy: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
});

export type Invitation = z.infer<typeof invitation>;

/** A new invitation. Its link is shown only now, to pass it on without the mail. */
export const sentInvitation = invitation.extend({ link: z.string() });

export type SentInvitation = z.infer<typeof sentInvitation>;

export const invitationCheck = z.object({ token: secretToken });

export type InvitationCheck = z.infer<typeof invitationCheck>;

/** Who an invitation is for. */
export const invited = z.object({ email: z.string(), username: z.string() });

export const joining = z.object({ token: secretToken, password: newPassword });

export type Joining = z.infer<typeof joining>;

export const roleChoice = z.object({ role: roleId });

export type RoleChoice = z.infer<typeof roleChoice>;

/** What somebody on the staff may do. */
export const role = z.object({
  id: z.string(),
  name: z.string(),
  /** For whom it is. */
  description: z.string(),
  /** Every shop has it, and it stays as it is. */
  isPreset: z.boolean(),
  rights: z.array(right),
  /** Phones and addresses that it may reveal in a day. */
  revealsADay: z.int(),
  /** How many on the staff have it. */
  members: z.int(),
  updatedAt: timestamp,
});

export type Role = z.infer<typeof role>;

export const MAX_REVEALS_A_DAY = 1000;

const ownRole = z.object({
  name: line(40).min(2, 'At least 2 characters'),
  description: optionalLine(200).default(''),
  rights: z
    .array(right)
    .min(1, 'Choose what it may do')
    .max(RIGHT_NAMES.length, 'Each only once')
    .transform((rights) => [...new Set(rights)]),
  revealsADay: z.int('Enter a whole number').min(0, 'Not below 0').max(MAX_REVEALS_A_DAY, `At most ${MAX_REVEALS_A_DAY}`),
});

type OwnRole = z.infer<typeof ownRole>;

/** What is wrong with a role as a whole, at its fields. */
function checkRole({ rights, revealsADay }: OwnRole, context: z.RefinementCtx): void {
  const refuse = (path: keyof OwnRole, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (rights.some((each) => OWNER_RIGHTS.includes(each))) refuse('rights', 'Only owners may do this');
  const lacking = lackingRight(rights);
  if (lacking) refuse('rights', `Whoever may ${RIGHTS[lacking.right].label} has to ${RIGHTS[lacking.needed].label}`);
  if (rights.includes('reveal_contacts') !== revealsADay > 0)
    refuse('revealsADay', 'How many a day for whom may reveal contacts, 0 for all others');
}

/** A role of the shop's own. */
export const roleFields = ownRole.superRefine(checkRole);

export type RoleFields = z.infer<typeof roleFields>;

export const roleEdit = ownRole.extend({ updatedAt: expectedVersion }).superRefine(checkRole);

export type RoleEdit = z.infer<typeof roleEdit>;
