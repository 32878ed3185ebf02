import type { Session, User } from '@supabase/supabase-js';
import { publicSupabase, type ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { logFailure } from '#server/log.ts';
import { assertAuthAnswered } from './throttle-sign-in.ts';

interface Credentials {
  email: string;
  password: string;
}

/**
 * The account with this address and password, or null. Auth only says whose they are: what it signs never leaves the server.
 * @throws ApiError `email_not_confirmed`, `too_many_requests`, `auth_unreachable` with the message
 */
export async function accountByPassword(db: ShopDatabase, credentials: Credentials, message: string): Promise<User | null> {
  const { data, error } = await publicSupabase().auth.signInWithPassword(credentials);
  assertAuthAnswered(error, message);
  // Auth only says so after the right password.
  if (error?.code === 'email_not_confirmed') throw new ApiError('email_not_confirmed');
  await endAuthSession(db, data.session);
  return data.user;
}

/** Ends a session that Auth has begun. One that it keeps nevertheless is known to nobody, and ends within minutes. */
export async function endAuthSession(db: ShopDatabase, session: Session | null): Promise<void> {
  if (!session) return;
  const { error } = await db.auth.admin.signOut(session.access_token, 'local');
  if (error) logFailure('ending a session of Auth', error);
}
