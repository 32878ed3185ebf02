import * as z from 'zod';
import { email, optionalLine } from './text-fields.ts';
import { timestamp } from './values.ts';

/** Staff sign in with their user name or their e-mail address. */
export const staffLogin = z
  .object({
    email: z.string().trim().max(254).optional(),
    username: z.string().trim().max(254).optional(),
    password: z.string().min(1, 'Required').max(200),
    /** Of the second factor, where it is on: the app's six digits, or a recovery code. */
    code: z.string().trim().max(60, 'At most 60 characters').optional(),
  })
  .refine((login) => Boolean(login.email || login.username), { path: ['username'], message: 'Required' });

export type StaffLogin = z.infer<typeof staffLogin>;

export const admin = z.object({ id: z.uuid(), username: z.string(), email: z.string() });

export type Admin = z.infer<typeof admin>;

/** With `mustEnroll` the session opens nothing until a second factor is on. */
export const staffSession = z.object({ admin, token: z.string(), mustEnroll: z.boolean() });

export type StaffSession = z.infer<typeof staffSession>;

export const tokenCheck = z.object({ token: z.string().min(1, 'Required').max(4096) });

export type TokenCheck = z.infer<typeof tokenCheck>;

export const verifiedStaff = z.object({ admin, mustEnroll: z.boolean() });

export type VerifiedStaff = z.infer<typeof verifiedStaff>;

/** Somewhere a staff member is signed in. */
export const openSession = z.object({
  id: z.uuid(),
  /** The browser and its system, as people call them. */
  device: z.string(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
  /** The one that asks. */
  isCurrent: z.boolean(),
});

export type OpenSession = z.infer<typeof openSession>;

/** Auth keeps no more than this of a password. */
const LONGEST_PASSWORD_BYTES = 72;

export const shopperSignup = z.object({
  email,
  password: z
    .string()
    .min(8, 'At least 8 characters')
    .refine((typed) => new TextEncoder().encode(typed).length <= LONGEST_PASSWORD_BYTES, 'Too long: at most 72 bytes'),
  /** Left out, it is the part of the address before the @. */
  username: optionalLine(80),
});

export type ShopperSignup = z.infer<typeof shopperSignup>;

/** The address is not checked for its shape: what is not one is nobody's, like any unknown one. */
export const shopperLogin = z.object({
  email: z.string().trim().min(1, 'Required').max(254, 'At most 254 characters').toLowerCase(),
  password: z.string().min(1, 'Required').max(200, 'At most 200 characters'),
});

export type ShopperLogin = z.infer<typeof shopperLogin>;

export const shopperAccount = z.object({ id: z.uuid(), username: z.string(), email: z.string() });

/** Without a token, the account waits for its address to be confirmed by mail. */
export const shopperSession = z.object({ user: shopperAccount, token: z.string().nullable() });

export type ShopperSession = z.infer<typeof shopperSession>;
