import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { currentShopper, signInShopper, signUpShopper } from '#server/account/shopper-session.ts';
import { signOut } from '#server/auth/sign-out.ts';
import { signInStaff, verifyStaff } from '#server/auth/staff-session.ts';
import { perMinute } from '#server/http/operation.ts';
import { SIGN_IN_REFUSALS } from '#server/http/refusals.ts';
import { resource } from '#server/http/resource.ts';
import {
  admin,
  shopperLogin,
  shopperSession,
  shopperSignup,
  staffLogin,
  staffSession,
  tokenCheck,
} from '#shared/schemas/auth.ts';

export default resource()
  .post(
    '/api/auth/admin/login',
    {
      access: 'anyone',
      summary: 'Signs staff in',
      body: staffLogin,
      refuses: SIGN_IN_REFUSALS,
      limit: perMinute(10),
      returns: staffSession,
    },
    signInStaff,
  )
  .post('/api/auth/admin/logout', { access: 'staff', summary: 'Ends the session', returns: z.null() }, signOut)
  .post(
    '/api/auth/verify',
    {
      access: 'anyone',
      summary: 'Whose token it is',
      body: tokenCheck,
      refuses: ['not_signed_in', 'staff_only', 'auth_unreachable'],
      limit: perMinute(60),
      returns: z.object({ admin }),
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
      refuses: [...SIGN_IN_REFUSALS, 'email_not_confirmed', 'signup_closed'],
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
      refuses: [...SIGN_IN_REFUSALS, 'email_not_confirmed'],
      limit: perMinute(10),
      returns: shopperSession,
    },
    signInShopper,
  )
  .post('/api/auth/logout', { access: 'shopper', summary: 'Ends a shopper’s session', returns: z.null() }, signOut)
  .get('/api/auth/me', { access: 'shopper', summary: 'The signed-in shopper', returns: shopperSession }, currentShopper).handler;

export const config: Config = { path: '/api/auth/*' };
