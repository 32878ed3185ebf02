import * as z from 'zod';
import type { LinkToken } from '#domain/accounts/contract.ts';
import { newAccountLink } from '#server/account-link-token.ts';
import { callFunction, run } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { hashOf } from '#server/secret-token.ts';
import type { Shopper } from './tokens.ts';

type Owner = Pick<Shopper, 'id' | 'email'>;

/** Mails the link that proves a shopper's address, unless it is proved. @throws ApiError `too_many_requests` after three within an hour */
export async function askForAddressProof(db: ShopDatabase, { id, email }: Owner): Promise<null> {
  const link = newAccountLink();
  const asked = { account: id, email, link_id: link.id, token_hash: hashOf(link.token) };
  const wait = await callFunction(db, 'ask_for_address_proof', asked, z.int());
  if (wait === 0) return null;
  throw new ApiError('too_many_requests', {
    message: `We have sent three of these mails within the hour. Please look for them, or try again in ${Math.ceil(wait / 60)} minutes.`,
    headers: { 'Retry-After': String(wait) },
  });
}

/**
 * Proves the address that a link was mailed to, for the account that is signed in.
 * @throws ApiError `link_not_found`, `link_used`, `link_expired`, `other_account`
 */
export async function proveAddress(db: ShopDatabase, { token }: LinkToken, shopper: Shopper): Promise<null> {
  await callFunction(db, 'prove_address', { token_hash: hashOf(token), account: shopper.id });
  return null;
}

/** Whether the address of an account is known to be its owner's. */
async function isAddressProved(db: ShopDatabase, { id, email }: Owner): Promise<boolean> {
  const proof = db.from('proved_addresses').select('account').eq('account', id).eq('email', email).maybeSingle();
  return run(proof);
}

/** Whose orders a signed-in shopper may see: those of the account, and those of its address once that is proved. */
export async function ownerOf(db: ShopDatabase, shopper: Owner): Promise<{ shopperId: string; provedEmail: string | null }> {
  return { shopperId: shopper.id, provedEmail: (await isAddressProved(db, shopper)) ? shopper.email : null };
}
