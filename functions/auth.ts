import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { signInStaff, signOutStaff, verifyStaff } from '#server/auth/staff-session.ts';
import { perMinute } from '#server/http/operation.ts';
import { resource } from '#server/http/resource.ts';
import { admin, staffLogin, staffSession, tokenCheck } from '#shared/schemas/auth.ts';

export default resource()
  .post(
    '/api/auth/admin/login',
    { access: 'anyone', summary: 'Signs staff in', body: staffLogin, limit: perMinute(10), returns: staffSession },
    signInStaff,
  )
  .post('/api/auth/admin/logout', { access: 'staff', summary: 'Ends the session', returns: z.null() }, signOutStaff)
  .post(
    '/api/auth/verify',
    { access: 'anyone', summary: 'Whose token it is', body: tokenCheck, limit: perMinute(60), returns: z.object({ admin }) },
    verifyStaff,
  ).handler;

export const config: Config = { path: '/api/auth/*' };
