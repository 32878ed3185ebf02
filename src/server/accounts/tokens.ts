import type { User } from '@supabase/supabase-js';
import * as z from 'zod';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import type { Shopper } from '#server/http/operation.ts';
import { type Admin, admin } from '#shared/schemas/accounts.ts';
import { line } from '#shared/schemas/common.ts';

const claims = z.object({ sub: z.uuid(), session_id: z.uuid().optional(), exp: z.number() });

const member = admin.extend({ isOwner: z.boolean(), mustEnroll: z.boolean() }).nullable();

/** A staff member and the session they call from. */
export interface SignedInStaff extends Admin {
  isOwner: boolean;
  sessionId: string;
  /** A second factor has to be switched on before anything else. */
  mustEnroll: boolean;
}

const givenName = line(80);

/**
 * The staff member a token belongs to. Asks Auth whether the token is good, and the database whether its session is one of active staff, on every
 * request: a token stays good until it expires, an employment may not. Takes whether a second factor that is required may still be off.
 * @throws ApiError 401 without a living token of active staff, 403 for a shopper's and `second_factor_required`
 */
export async function requireStaff(db: ShopDatabase, token: string | null, beforeEnrolling = false): Promise<SignedInStaff> {
  const claimed = claimsOf(token);
  if (!token || !claimed) throw signInFirst();
  const sessionId = claimed.session_id ?? null;
  const [user, found] = await Promise.all([
    userOf(db, token, claimed.sub),
    callFunction(db, 'staff_of_session', { account: claimed.sub, session_id: sessionId }),
  ]);
  if (!user) throw signInFirst();
  const staff = member.parse(found);
  if (!staff) throw new ApiError('staff_only');
  if (!sessionId) throw signInFirst();
  if (staff.mustEnroll && !beforeEnrolling) {
    throw new ApiError('second_factor_required');
  }
  return { ...staff, sessionId };
}

/** The staff member a token belongs to, or null for everybody else. @throws ApiError 503 */
export async function staffOf(db: ShopDatabase, token: string | null): Promise<SignedInStaff | null> {
  if (!token) return null;
  try {
    return await requireStaff(db, token);
  } catch (error) {
    // A shopper's token or a dead one: somebody else.
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}

/** The shopper a token belongs to. @throws ApiError 401 without a living token */
export async function requireShopper(db: ShopDatabase, token: string | null): Promise<Shopper> {
  const shopper = token ? await shopperOf(db, token) : null;
  if (!shopper) throw signInFirst();
  return shopper;
}

/** The shopper a token belongs to, or null when it is not a living one. */
export async function shopperOf(db: ShopDatabase, token: string): Promise<Shopper | null> {
  const userId = claimsOf(token)?.sub;
  const user = userId ? await userOf(db, token, userId) : null;
  return user && shopperFrom(user);
}

/** What Auth knows of a shopper. The name is theirs to change in any way; what is no name is replaced by the beginning of the address. */
export function shopperFrom({ id, email = '', user_metadata }: User): Shopper {
  const { data: username } = givenName.safeParse(user_metadata.username);
  return { id, email, username: username ?? email.split('@')[0] ?? '' };
}

/** The account whose living session a token belongs to, or null. */
async function userOf(db: ShopDatabase, token: string, userId: string): Promise<User | null> {
  const { data, error } = await db.auth.getUser(token);
  if (error && (error.status === undefined || error.status === 0 || error.status >= 500)) {
    throw new ApiError('auth_unreachable', { cause: error });
  }
  return data.user?.id === userId ? data.user : null;
}

/** Whom and which session a token claims to be, and until when. Not checked: good for a token that Auth has just given, or to ask with while Auth checks. */
export function claimsOf(token: string | null): z.infer<typeof claims> | null {
  const payload = token?.split('.')[1];
  if (!payload) return null;
  try {
    return claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  } catch {
    // Not a token of ours: the same as none.
    return null;
  }
}

function signInFirst(): ApiError {
  return new ApiError('not_signed_in');
}
