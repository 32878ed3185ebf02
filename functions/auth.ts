import type { Config } from '@netlify/functions';
import * as z from 'zod';
import {
  proposeSecret,
  replaceRecoveryCodes,
  showSecondFactor,
  switchOffSecondFactor,
  switchOnSecondFactor,
} from '#server/accounts/own-second-factor.ts';
import { currentShopper, signInShopper, signUpShopper } from '#server/accounts/shopper-session.ts';
import { signOut, signOutStaff } from '#server/accounts/sign-out.ts';
import { signInStaff, verifyStaff } from '#server/accounts/staff-session.ts';
import { endOtherSessions, endSession, listSessions } from '#server/accounts/staff-sessions.ts';
import { perMinute } from '#server/http/operation.ts';
import { SIGN_IN_ERRORS } from '#server/http/operation-errors.ts';
import { resource } from '#server/http/resource.ts';
import {
  openSession,
  shopperLogin,
  shopperSession,
  shopperSignup,
  staffLogin,
  staffSession,
  tokenCheck,
  verifiedStaff,
} from '#shared/schemas/accounts.ts';
import {
  newSecondFactor,
  recoveryCodes,
  secondFactor,
  secondFactorProof,
  secondFactorSecret,
} from '#shared/schemas/second-factor.ts';

// Signing in has no `limit`: guesses are slowed by `throttleSignIn`, and a count by address would stop known devices, too.

const GUESSED = ['too_many_requests'] as const;

const staffWithoutFactor = { access: 'staff', beforeEnrolling: true } as const;

export default resource()
  .post(
    '/api/auth/admin/login',
    {
      access: 'anyone',
      summary: 'Signs staff in',
      body: staffLogin,
      errors: [...SIGN_IN_ERRORS, 'second_factor_needed', 'second_factor_wrong'],
      returns: staffSession,
    },
    signInStaff,
  )
  .post('/api/auth/admin/logout', { ...staffWithoutFactor, summary: 'Ends the session', returns: z.null() }, signOutStaff)
  .get(
    '/api/auth/admin/sessions',
    { access: 'staff', summary: 'Where one is signed in', returns: z.array(openSession) },
    listSessions,
  )
  .post(
    '/api/auth/admin/sessions/end-others',
    { access: 'staff', summary: 'Ends all of one’s sessions but this one', returns: z.object({ ended: z.int() }) },
    endOtherSessions,
  )
  .delete(
    '/api/auth/admin/sessions/:id',
    { access: 'staff', summary: 'Ends one of one’s sessions', errors: ['session_not_found'], returns: z.null() },
    endSession,
  )
  .get(
    '/api/auth/admin/second-factor',
    { ...staffWithoutFactor, summary: 'One’s own second factor', returns: secondFactor },
    showSecondFactor,
  )
  .post(
    '/api/auth/admin/second-factor/secret',
    { ...staffWithoutFactor, summary: 'A secret for an authenticator app', returns: secondFactorSecret },
    proposeSecret,
  )
  .post(
    '/api/auth/admin/second-factor',
    {
      ...staffWithoutFactor,
      summary: 'Switches a second factor on',
      body: newSecondFactor,
      errors: [...GUESSED, 'second_factor_is_on'],
      returns: recoveryCodes,
    },
    switchOnSecondFactor,
  )
  .post(
    '/api/auth/admin/second-factor/recovery-codes',
    {
      access: 'staff',
      summary: 'Makes new recovery codes',
      body: secondFactorProof,
      errors: [...GUESSED, 'second_factor_is_off'],
      returns: recoveryCodes,
    },
    replaceRecoveryCodes,
  )
  .post(
    '/api/auth/admin/second-factor/off',
    {
      access: 'staff',
      summary: 'Switches one’s second factor off',
      body: secondFactorProof,
      errors: [...GUESSED, 'second_factor_is_off', 'second_factor_needed_by_all'],
      returns: z.null(),
    },
    switchOffSecondFactor,
  )
  .post(
    '/api/auth/verify',
    {
      access: 'anyone',
      summary: 'Whose token it is',
      body: tokenCheck,
      errors: ['not_signed_in', 'staff_only', 'auth_unreachable'],
      limit: perMinute(60),
      returns: verifiedStaff,
    },
    verifyStaff,
  )
  .post(
    '/api/auth/signup',
    {
      access: 'anyone',
      summary: 'Opens a shopper’s account',
      body: shopperSignup,
      limit: perMinute(5),
      errors: [...SIGN_IN_ERRORS, 'email_not_confirmed', 'signup_closed'],
      status: 201,
      returns: shopperSession,
    },
    signUpShopper,
  )
  .post(
    '/api/auth/login',
    {
      access: 'anyone',
      summary: 'Signs a shopper in',
      body: shopperLogin,
      errors: [...SIGN_IN_ERRORS, 'email_not_confirmed'],
      returns: shopperSession,
    },
    signInShopper,
  )
  .post('/api/auth/logout', { access: 'shopper', summary: 'Ends a shopper’s session', returns: z.null() }, signOut)
  .get('/api/auth/me', { access: 'shopper', summary: 'The signed-in shopper', returns: shopperSession }, currentShopper).handler;

export const config: Config = { path: '/api/auth/*' };
