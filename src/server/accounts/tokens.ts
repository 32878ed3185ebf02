import type { User } from '@supabase/supabase-js';
import * as z from 'zod';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { type Admin, admin } from '#shared/schemas/accounts.ts';
import { line } from '#shared/schemas/text-fields.ts';

const claims = z.object({ sub: z.uuid(), session_id: z.uuid().optional(), exp: z.number() });

const member = admin.extend({ isOwner: z.boolean(), mustEnroll: z.boolean() }).nullable();

export interface Shopper {
  id: string;
  username: string;
  email: string;
}

/** A staff member and the session of their request. */
export interface SignedInStaff extends Admin {
  isOwner: boolean;
  sessionId: string;
  /** They must switch on a second factor before anything else. */
  mustEnroll: boolean;
}

const givenName = line(80);

/**
 * The staff member a token belongs to. Auth checks the token and the database the session on every request, because a token stays valid
 * after its owner was locked out. With `beforeEnrolling` a required second factor may still be off.
 * @throws ApiError `not_signed_in` without a valid token, `staff_only`, `second_factor_required`, `auth_unreachable`
 */
export async function requireStaff(db: ShopDatabase, token: string | null, beforeEnrolling = false): Promise<SignedInStaff> {
  const claimed = claimsOf(token);
  if (!token || !claimed) throw new ApiError('not_signed_in');
  const sessionId = claimed.session_id ?? null;
  const [user, found] = await Promise.all([
    userOf(db, token, claimed.sub),
    callFunction(db, 'staff_of_session', { account: claimed.sub, session_id: sessionId }),
  ]);
  if (!user) throw new ApiError('not_signed_in');
  const staff = member.parse(found);
  if (!staff) throw new ApiError('staff_only');
  if (!sessionId) throw new ApiError('not_signed_in');
  if (staff.mustEnroll && !beforeEnrolling) {
    throw new ApiError('second_factor_required');
  }
  return { ...staff, sessionId };
}

/** The staff member a token belongs to, or null. @throws ApiError `auth_unreachable` */
export async function staffOf(db: ShopDatabase, token: string | null): Promise<SignedInStaff | null> {
  if (!token) return null;
  try {
    return await requireStaff(db, token);
  } catch (error) {
    // A shopper's token, or an expired one.
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}

/** The shopper a token belongs to. @throws ApiError `not_signed_in`, `auth_unreachable` */
export async function requireShopper(db: ShopDatabase, token: string | null): Promise<Shopper> {
  const shopper = token ? await shopperOf(db, token) : null;
  if (!shopper) throw new ApiError('not_signed_in');
  return shopper;
}

/** The shopper a token belongs to, or null if it is not valid. @throws ApiError `auth_unreachable` */
export async function shopperOf(db: ShopDatabase, token: string): Promise<Shopper | null> {
  const userId = claimsOf(token)?.sub;
  const user = userId ? await userOf(db, token, userId) : null;
  return user && shopperFrom(user);
}

/** An Auth user as a shopper. Shoppers can store anything as their name; an unusable one is replaced by the start of the address. */
export function shopperFrom({ id, email = '', user_metadata }: User): Shopper {
  const { data: username } = givenName.safeParse(user_metadata.username);
  return { id, email, username: username ?? email.split('@')[0] ?? '' };
}

/** The account a valid token belongs to, or null. @throws ApiError `auth_unreachable` */
async function userOf(db: ShopDatabase, token: string, userId: string): Promise<User | null> {
  const { data, error } = await db.auth.getUser(token);
  if (error && (error.status === undefined || error.status === 0 || error.status >= 500)) {
    throw new ApiError('auth_unreachable', { cause: error });
  }
  return data.user?.id === userId ? data.user : null;
}

/** The claims of a token, unchecked: only for tokens that Auth has just issued or is checking at the same time. */
export function claimsOf(token: string | null): z.infer<typeof claims> | null {
  const payload = token?.split('.')[1];
  if (!payload) return null;
  try {
    return claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  } catch {
    return null;
  }
}

/** Ends the session of a token. @throws ApiError `auth_unreachable` */
export async function signOut(db: ShopDatabase, token: string | null): Promise<null> {
  if (token) {
    const { error } = await db.auth.admin.signOut(token, 'local');
    if (error) throw new ApiError('auth_unreachable', { message: 'Signing out did not work. Please try again.', cause: error });
  }
  return null;
}
