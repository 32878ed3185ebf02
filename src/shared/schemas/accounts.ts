import * as z from 'zod';
import { email, optionalLine } from './text-fields.ts';
import { timestamp } from './values.ts';

/** Staff sign in with their user name or their e-mail address. */
export const staffLogin = z
  .object({
    email: z.string().trim().max(254).optional(),
    username: z.string().trim().max(254).optional(),
    password: z.string().min(1, 'Required').max(200),
    /** The app's six digits or a recovery code, where the second factor is on. */
    code: z.string().trim().max(60, 'At most 60 characters').optional(),
  })
  .refine((login) => Boolean(login.email || login.username), { path: ['username'], message: 'Required' });

export type StaffLogin = z.infer<typeof staffLogin>;

export const admin = z.object({ id: z.uuid(), username: z.string(), email: z.string() });

export type Admin = z.infer<typeof admin>;

/** With `mustEnroll` the session allows nothing until a second factor is on. */
export const staffSession = z.object({ admin, token: z.string(), mustEnroll: z.boolean() });

export type StaffSession = z.infer<typeof staffSession>;

export const tokenCheck = z.object({ token: z.string().min(1, 'Required').max(4096) });

export type TokenCheck = z.infer<typeof tokenCheck>;

export const verifiedStaff = z.object({ admin, mustEnroll: z.boolean() });

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

/** Auth ignores what is longer. */
const MAX_PASSWORD_BYTES = 72;

export const shopperSignup = z.object({
  email,
  password: z
    .string()
    .min(8, 'At least 8 characters')
    .refine((typed) => new TextEncoder().encode(typed).length <= MAX_PASSWORD_BYTES, 'Too long: at most 72 bytes'),
  /** Left out, it is the part of the address before the @. */
  username: optionalLine(80),
});

export type ShopperSignup = z.infer<typeof shopperSignup>;

/** The address is not validated: a malformed one fails like an unknown one. */
export const shopperLogin = z.object({
  email: z.string().trim().min(1, 'Required').max(254, 'At most 254 characters').toLowerCase(),
  password: z.string().min(1, 'Required').max(200, 'At most 200 characters'),
});

export type ShopperLogin = z.infer<typeof shopperLogin>;

export const shopperAccount = z.object({ id: z.uuid(), username: z.string(), email: z.string() });

/** Without a token, the address still has to be confirmed by mail. */
export const shopperSession = z.object({ user: shopperAccount, token: z.string().nullable() });

export type ShopperSession = z.infer<typeof shopperSession>;
