import * as z from 'zod';
import { type Admin, admin, type Standing, standing } from '#domain/accounts/contract.ts';
import { OWNER_RIGHTS, type Right, refusalOf } from '#domain/rights/rights.ts';
import { line } from '#domain/text-fields.ts';
import { callFunction, run } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { hashOf } from '#server/secret-token.ts';

const signedIn = admin.extend({ ...standing.shape, mustEnroll: z.boolean(), sessionId: z.uuid() }).nullable();

const account = z.object({ id: z.uuid(), email: z.string(), username: z.unknown() });

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
 * The staff member a token belongs to, known by its hash alone. Asked with every request, because a session may end and its owner be locked out at any time.
 * With `beforeEnrolling` a required second factor may still be off.
 * @throws ApiError `not_signed_in`, `staff_only` for a shopper's token, `second_factor_required`
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
  return token ? callFunction(db, 'staff_of_token', { token_hash: hashOf(token) }, signedIn) : null;
}

/** Whether a token is a shopper's who is not on the staff. */
async function isShoppersToken(db: ShopDatabase, token: string | null): Promise<boolean> {
  const shopper = token ? await shopperOf(db, token) : null;
  return shopper !== null && !(await run(db.from('staff').select('id').eq('id', shopper.id).maybeSingle()));
}

/** The shopper a token belongs to. @throws ApiError `not_signed_in` */
export async function requireShopper(db: ShopDatabase, token: string | null): Promise<Shopper> {
  const shopper = token ? await shopperOf(db, token) : null;
  if (!shopper) throw new ApiError('not_signed_in');
  return shopper;
}

/** The shopper a token belongs to, or null where it is none of a session that goes on. */
export async function shopperOf(db: ShopDatabase, token: string): Promise<Shopper | null> {
  const found = await callFunction(db, 'shopper_of_token', { token_hash: hashOf(token) }, account.nullable());
  return found && shopperFrom(found);
}

/** An account as a shopper. Shoppers can store anything as their name; an unusable one is replaced by the start of the address. */
export function shopperFrom({ id, email, username }: z.infer<typeof account>): Shopper {
  const { data: name } = givenName.safeParse(username);
  return { id, email, username: name ?? email.split('@')[0] ?? '' };
}
