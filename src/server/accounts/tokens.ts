import type { User } from '@supabase/supabase-js';
import * as z from 'zod';
import { type Admin, admin, type Standing, standing } from '#domain/accounts/contract.ts';
import { OWNER_RIGHTS, type Right, refusalOf } from '#domain/rights/rights.ts';
import { line } from '#domain/text-fields.ts';
import { callFunction, run } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { hashOf } from '#server/secret-token.ts';

const claims = z.object({ sub: z.uuid(), session_id: z.uuid().optional(), exp: z.number() });

const signedIn = admin.extend({ ...standing.shape, mustEnroll: z.boolean(), sessionId: z.uuid() }).nullable();

export interface Shopper {
  id: string;
  username: string;
  email: string;
}

/** A staff member and the session of their request. */
export interface SignedInStaff extends Admin, Standing {
  sessionId: string;
  /** They must switch on a second factor before anything else. */
  mustEnroll: boolean;
}

const givenName = line(80);

/**
 * The staff member a token belongs to, known by its hash alone: a session has one token, from its beginning to its end. Asked with every request, because
 * a session may end and its owner be locked out at any time. Only a token that is refused is shown to Auth, to say why.
 * With `beforeEnrolling` a required second factor may still be off.
 * @throws ApiError `not_signed_in`, `staff_only` for a shopper's token, `second_factor_required`, `auth_unreachable`
 */
export async function requireStaff(db: ShopDatabase, token: string | null, beforeEnrolling = false): Promise<SignedInStaff> {
  const staff = await staffOfToken(db, token);
  if (!staff) throw new ApiError((await isShoppersToken(db, token)) ? 'staff_only' : 'not_signed_in');
  if (staff.mustEnroll && !beforeEnrolling) throw new ApiError('second_factor_required');
  return staff;
}

/** Refuses whoever has none of these rights. @throws ApiError `not_allowed`, and `owner_only` where only owners could have one */
export function assertMay({ rights }: Standing, [needed, ...others]: readonly [Right, ...Right[]]): void {
  if ([needed, ...others].some((right) => rights.includes(right))) return;
  if (OWNER_RIGHTS.includes(needed)) throw new ApiError('owner_only');
  throw new ApiError('not_allowed', { message: refusalOf(needed), details: { right: needed } });
}

/** The staff member a token belongs to, or null, also while they must switch on a second factor. */
export async function staffOf(db: ShopDatabase, token: string | null): Promise<SignedInStaff | null> {
  const staff = await staffOfToken(db, token);
  return staff?.mustEnroll ? null : staff;
}

async function staffOfToken(db: ShopDatabase, token: string | null): Promise<SignedInStaff | null> {
  if (!token || !claimsOf(token)) return null;
  return callFunction(db, 'staff_of_token', { token_hash: hashOf(token) }, signedIn);
}

/** Whether a token is valid and its account not on the staff. @throws ApiError `auth_unreachable` */
async function isShoppersToken(db: ShopDatabase, token: string | null): Promise<boolean> {
  const account = token ? await shopperOf(db, token) : null;
  return account !== null && !(await run(db.from('staff').select('id').eq('id', account.id).maybeSingle()));
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
