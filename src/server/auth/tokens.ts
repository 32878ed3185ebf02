import * as z from 'zod';
import { type Admin, admin } from '#shared/schemas/auth.ts';
import { read } from '../database.ts';
import { ApiError } from '../http/api-error.ts';
import type { Shopper } from '../http/operation.ts';
import type { Database } from '../supabase.ts';

const claims = z.object({ sub: z.uuid() });

/**
 * The staff member a token belongs to. Asks Auth whether the session is still alive and the staff table whether the account is active,
 * on every request: a token stays good until it expires, an employment may not.
 * @throws ApiError 401 without a living token of active staff, 403 for a shopper's
 */
export async function requireStaff(db: Database, token: string | null): Promise<Admin> {
  const userId = subjectOf(token);
  if (!token || !userId) throw signInFirst();
  const [alive, row] = await Promise.all([
    isAlive(db, token, userId),
    read(db.from('staff').select('id, username, email, is_active').eq('id', userId).maybeSingle()),
  ]);
  if (!alive) throw signInFirst();
  const member = admin.extend({ isActive: z.boolean() }).nullable().parse(row);
  if (!member) throw new ApiError(403, 'staff_only', 'Only staff may do this');
  if (!member.isActive) throw signInFirst();
  return admin.parse(member);
}

/** The shopper a token belongs to. @throws ApiError 401 without a living token */
export async function requireShopper(db: Database, token: string | null): Promise<Shopper> {
  const shopper = token ? await shopperOf(db, token) : null;
  if (!shopper) throw signInFirst();
  return shopper;
}

/** The shopper a token belongs to, or null when it is not a living one. */
export async function shopperOf(db: Database, token: string): Promise<Shopper | null> {
  const userId = subjectOf(token);
  return userId && (await isAlive(db, token, userId)) ? { id: userId } : null;
}

async function isAlive(db: Database, token: string, userId: string): Promise<boolean> {
  const { data, error } = await db.auth.getUser(token);
  if (error && (error.status === undefined || error.status === 0 || error.status >= 500)) {
    throw new ApiError(503, 'auth_unreachable', 'Signing in is not possible right now. Please try again in a moment.', {
      cause: error,
    });
  }
  return data.user?.id === userId;
}

/** Whom a token claims to be, unchecked: only to ask for the staff row while Auth checks the token. */
function subjectOf(token: string | null): string | null {
  const payload = token?.split('.')[1];
  if (!payload) return null;
  try {
    return claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).sub;
  } catch {
    // Not a token of ours: the same as none.
    return null;
  }
}

function signInFirst(): ApiError {
  return new ApiError(401, 'not_signed_in', 'Please sign in');
}
