import * as z from 'zod';
import { timestamp } from './values.ts';

/** One's own second factor. `since` is null while it is off. */
export const secondFactor = z.object({
  since: timestamp.nullable(),
  codesLeft: z.int(),
  /** Everybody on the staff needs one. */
  isRequired: z.boolean(),
});

export type SecondFactor = z.infer<typeof secondFactor>;

/** A secret for an authenticator app: to be typed, and as the address that a QR code holds. */
export const secondFactorSecret = z.object({ secret: z.string(), address: z.string() });

export type SecondFactorSecret = z.infer<typeof secondFactorSecret>;

const password = z.string('Required').min(1, 'Enter your password').max(200, 'At most 200 characters');

const spaceless = z
  .string('Required')
  .max(60, 'At most 60 characters')
  .overwrite((typed) => typed.replace(/\s/g, ''));

export const newSecondFactor = z.object({
  password,
  secret: z.string('Required').regex(/^[A-Z2-7]{32}$/, 'Not a secret of ours'),
  code: spaceless.regex(/^\d{6}$/, 'Enter the six digits that the app shows'),
});

export type NewSecondFactor = z.infer<typeof newSecondFactor>;

/** What proves one's second factor: the app's six digits, or a recovery code, with or without its dashes. */
const secondFactorCode = z
  .string('Required')
  .max(60, 'At most 60 characters')
  .overwrite((typed) => typed.replace(/[\s-]/g, '').toLowerCase())
  .regex(/^(?:\d{6}|[a-z2-7]{16})$/, 'Enter the six digits that the app shows, or a recovery code');

/** What a change of one's second factor takes. */
export const secondFactorProof = z.object({ password, code: secondFactorCode });

export type SecondFactorProof = z.infer<typeof secondFactorProof>;

/** Each is good once, in place of the app's code. */
export const recoveryCodes = z.object({ codes: z.array(z.string()) });

export type RecoveryCodes = z.infer<typeof recoveryCodes>;

/** Whether everybody on the staff needs a second factor. */
export const secondFactorPolicy = z.object({ isRequired: z.boolean('Required') });

export type SecondFactorPolicy = z.infer<typeof secondFactorPolicy>;
