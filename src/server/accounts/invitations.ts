import * as z from 'zod';
import { type InvitationCheck, invitation, invited, type Joining, type NewInvitation } from '#domain/staff/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import { publicSupabase, type ShopDatabase } from '#server/database/client.ts';
import { env } from '#server/env.ts';
import { ApiError, invalid } from '#server/errors.ts';
import { hashOf, newToken } from '#server/secret-token.ts';
import { currentSettings } from '#server/settings/settings.ts';
import { accountByPassword } from './auth-password.ts';
import { assertHardToGuess } from './guessable-password.ts';
import { makeAccount } from './make-account.ts';
import { assertAuthAnswered, type Client, throttleSignIn } from './throttle-sign-in.ts';

/** Invitations that are still good, newest first, and who gave them out. */
export function listInvitations(db: ShopDatabase) {
  return callFunction(db, 'list_invitations', {}, z.array(invitation));
}

/**
 * Invites somebody to the staff by mail. The link has its secret behind the #, which browsers never send to a server.
 * `actor` is the owner's id. @throws ApiError `owner_only`, `validation_failed` for an address or user name that is taken
 */
export async function inviteStaff(db: ShopDatabase, newInvitation: NewInvitation, actor: string) {
  const token = newToken();
  const link = `${env.URL}/admin/join#${token}`;
  const made = await callFunction(db, 'invite_staff', { ...newInvitation, token_hash: hashOf(token), link, actor }, invitation);
  return { ...made, link };
}

/** Withdraws an invitation. `actor` is the owner's id. @throws ApiError `owner_only`, `invitation_not_found` */
export function withdrawInvitation(db: ShopDatabase, id: string, actor: string) {
  return callFunction(db, 'withdraw_invitation', { invitation_id: id, actor }, invitation);
}

/** Who an invitation link is for. @throws ApiError `invitation_not_found` when it is used, expired or withdrawn */
export function checkInvitation(db: ShopDatabase, { token }: InvitationCheck) {
  return callFunction(db, 'find_invitation', { token_hash: hashOf(token) }, invited);
}

/**
 * Joins the staff with a password of one's choice. An address with an account in the shop keeps its password.
 * @throws ApiError `invitation_not_found`, `validation_failed` when the account has another password, or one that is easy to guess, `auth_unreachable`
 */
export async function joinStaff(
  db: ShopDatabase,
  { token, password }: Joining,
  client: Client,
): Promise<z.infer<typeof invited>> {
  const token_hash = hashOf(token);
  const found = await callFunction(db, 'find_invitation', { token_hash }, invited);
  const shop = (await currentSettings(db)).identity.name;
  assertHardToGuess(password, { email: found.email, name: found.username, shop });
  const account = await findOrMakeAccount(db, { email: found.email, password }, client);
  await callFunction(db, 'accept_invitation', { token_hash, account });
  return found;
}

const JOINING_FAILED = 'Joining did not work. Please try again.';

interface Credentials {
  email: string;
  password: string;
}

/** The id of the account. @throws ApiError as `joinStaff` */
async function findOrMakeAccount(db: ShopDatabase, credentials: Credentials, client: Client): Promise<string> {
  const { data, error } = await makeAccount(db, publicSupabase(), credentials);
  if (data.user) return data.user.id;
  if (error?.code === 'weak_password') throw invalid([{ path: 'password', message: 'Choose a stronger password' }]);
  if (error?.code !== 'user_already_exists' && error?.code !== 'email_exists') {
    assertAuthAnswered(error, JOINING_FAILED);
    throw new ApiError('auth_unreachable', { message: JOINING_FAILED, cause: error });
  }
  const attempt = { method: 'password', account: credentials.email, client } as const;
  return throttleSignIn(db, attempt, () => accountWithPassword(db, credentials)).catch((refusal: unknown) => {
    if (!(refusal instanceof ApiError && refusal.code === 'invalid_credentials')) throw refusal;
    throw invalid([
      { path: 'password', message: 'This address has an account in the shop already. Enter the password of that account.' },
    ]);
  });
}

async function accountWithPassword(db: ShopDatabase, credentials: Credentials): Promise<string | null> {
  const account = await accountByPassword(db, credentials, JOINING_FAILED);
  return account?.id ?? null;
}
