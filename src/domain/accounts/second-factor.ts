import * as z from 'zod';
import { comparedText, shaped } from '#domain/text-fields.ts';
import { timestamp } from '#domain/values.ts';

/** One's own second factor; `since` is null while it is off. */
export const secondFactor = z.object({
  since: timestamp.nullable(),
  codesLeft: z.int(),
  /** All staff need one. */
  isRequired: z.boolean(),
});

export type SecondFactor = z.infer<typeof secondFactor>;

/** A secret for an authenticator app, to type or as the address of a QR code. */
export const secondFactorSecret = z.object({ secret: z.string(), address: z.string() });

export type SecondFactorSecret = z.infer<typeof secondFactorSecret>;

const typedCode = comparedText(60, 'Required');

const password = z.string('Required').min(1, 'Enter your password').max(200, 'At most 200 characters');

export const newSecondFactor = z.object({
  password,
  secret: shaped(32, /^[A-Z2-7]{32}$/, 'Not a secret of ours', 'Required'),
  code: typedCode.overwrite((typed) => typed.replace(/\s/g, '')).regex(/^\d{6}$/, 'Enter the six digits that the app shows'),
});

export type NewSecondFactor = z.infer<typeof newSecondFactor>;

/** The app's six digits, or a recovery code with or without dashes. */
const secondFactorCode = typedCode
  .overwrite((typed) => typed.replace(/[\s-]/g, '').toLowerCase())
  .regex(/^(?:\d{6}|[a-z2-7]{16})$/, 'Enter the six digits that the app shows, or a recovery code');

/** Proof for a change of one's own second factor. */
export const secondFactorProof = z.object({ password, code: secondFactorCode });

export type SecondFactorProof = z.infer<typeof secondFactorProof>;

/** Each works once in place of the app's code. */
export const recoveryCodes = z.object({ codes: z.array(z.string()) });

export type RecoveryCodes = z.infer<typeof recoveryCodes>;

/** Whether all staff need a second factor. */
export const secondFactorPolicy = z.object({ isRequired: z.boolean('Required') });

export type SecondFactorPolicy = z.infer<typeof secondFactorPolicy>;
