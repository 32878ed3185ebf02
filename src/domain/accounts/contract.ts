import * as z from 'zod';
import { right } from '#domain/rights/right.ts';
import { comparedText, email, optionalLine, shaped } from '#domain/text-fields.ts';
import { timestamp } from '#domain/values.ts';
import { newPassword } from './new-password.ts';

/** A password that is compared with one's own. */
const typedPassword = z.string().min(1, 'Required').max(200, 'At most 200 characters');

/** Staff sign in with their user name or their e-mail address. */
export const staffLogin = z
  .object({
    email: comparedText(254).optional(),
    username: comparedText(254).optional(),
    password: typedPassword,
    /** The app's six digits or a recovery code, where the second factor is on. */
    code: comparedText(60).optional(),
  })
  .refine((login) => Boolean(login.email || login.username), { path: ['username'], message: 'Required' });

export type StaffLogin = z.infer<typeof staffLogin>;

export const admin = z.object({ id: z.uuid(), username: z.string(), email: z.string() });

export type Admin = z.infer<typeof admin>;

/** What somebody on the staff is and may do. */
export const standing = z.object({
  isOwner: z.boolean(),
  /** The role's name. */
  role: z.string(),
  rights: z.array(right),
});

export type Standing = z.infer<typeof standing>;

/** With `mustEnroll` the session allows nothing until a second factor is on. */
export const staffSession = standing.extend({ admin, token: z.string(), mustEnroll: z.boolean() });

export type StaffSession = z.infer<typeof staffSession>;

export const tokenCheck = z.object({ token: z.string().min(1, 'Required').max(4096) });

export type TokenCheck = z.infer<typeof tokenCheck>;

export const verifiedStaff = standing.extend({ admin, mustEnroll: z.boolean() });

export type VerifiedStaff = z.infer<typeof verifiedStaff>;

/** A browser in which a staff member is signed in. */
export const openSession = z.object({
  id: z.uuid(),
  /** `Chrome on Windows` */
  device: z.string(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
  /** The session that asks. */
  isCurrent: z.boolean(),
});

export type OpenSession = z.infer<typeof openSession>;

export const shopperSignup = z.object({
  email,
  password: newPassword,
  /** Left out, it is the part of the address before the @. */
  username: optionalLine(80),
});

export type ShopperSignup = z.infer<typeof shopperSignup>;

/** The address is not validated: a malformed one fails like an unknown one. */
export const shopperLogin = z.object({
  email: comparedText(254).min(1, 'Required').toLowerCase(),
  password: typedPassword,
});

export type ShopperLogin = z.infer<typeof shopperLogin>;

export const shopperAccount = z.object({ id: z.uuid(), username: z.string(), email: z.string() });

/** Without a token, the address still has to be confirmed by mail. */
export const shopperSession = z.object({ user: shopperAccount, token: z.string().nullable() });

export type ShopperSession = z.infer<typeof shopperSession>;

/** Whom the shop would call and where it would deliver if the shopper ordered again. */
export const accountContact = z.object({
  name: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  zipCode: z.string(),
  country: z.string(),
});

/** The signed-in shopper, and whether the address is known to be theirs: only then the account shows what was ordered with it elsewhere. */
export const ownAccount = shopperSession.extend({
  isProved: z.boolean(),
  /** As in their last order; null before the first. */
  contact: accountContact.nullable(),
});

export type OwnAccount = z.infer<typeof ownAccount>;

export const forgottenPassword = z.object({ email });

export type ForgottenPassword = z.infer<typeof forgottenPassword>;

/** Staff name themselves as they sign in. */
export const forgottenStaffPassword = z.object({
  username: comparedText(254, 'Required').min(1, 'Required').toLowerCase(),
});

export type ForgottenStaffPassword = z.infer<typeof forgottenStaffPassword>;

/** The secret part of a mailed link. */
export const secretToken = shaped(43, /^[\w-]{43}$/, 'This link is not complete', 'Required');

export const linkToken = z.object({ token: secretToken });

export type LinkToken = z.infer<typeof linkToken>;

/** Whose password a link sets. */
export const resetLink = z.object({ email: z.string() });

export const passwordReset = linkToken.extend({ password: newPassword });

export type PasswordReset = z.infer<typeof passwordReset>;
