import type * as z from 'zod';
import { callFunction, read } from '#server/database/calls.ts';
import { publicSupabase } from '#server/database/client.ts';
import { env } from '#server/env.ts';
import { ApiError, invalid } from '#server/errors.ts';
import type { Call, StaffCall } from '#server/http/operation.ts';
import { deliverMailsSoon } from '#server/mail/deliver-mails.ts';
import { hashOf, newToken } from '#server/secret-token.ts';
import {
  type Invitation,
  type InvitationCheck,
  invitation,
  invited,
  type Joining,
  type NewInvitation,
} from '#shared/schemas/staff.ts';
import { makeAccount } from './make-account.ts';
import { assertAnswered, throttleSignIn } from './throttle-sign-in.ts';

/** Invitations that can still be followed, newest first. */
export function listInvitations({ db }: Call) {
  const columns = 'id, email, username, created_at, expires_at';
  const open = db.from('staff_invitations').select(columns).gt('expires_at', new Date().toISOString());
  return read(open.order('created_at', { ascending: false }));
}

/**
 * Invites somebody to the staff by mail. The link holds its secret behind the #, which no server is ever sent.
 * @throws ApiError 422 for an address or user name that is taken
 */
export async function inviteStaff({ db, body, staff, waitUntil }: StaffCall<NewInvitation>) {
  const token = newToken();
  const link = `${env.URL}/admin/join#${token}`;
  const made: Invitation = invitation.parse(
    await callFunction(db, 'invite_staff', { ...body, token_hash: hashOf(token), link, actor: staff.id }),
  );
  waitUntil(deliverMailsSoon(db));
  return { ...made, link };
}

/** Takes an invitation back. @throws ApiError 404 `invitation_not_found` */
export async function withdrawInvitation({ db, params }: StaffCall<unknown, unknown, { id: string }>) {
  const columns = 'id, email, username, created_at, expires_at';
  const withdrawn = await read(db.from('staff_invitations').delete().eq('id', params.id).select(columns).maybeSingle());
  if (!withdrawn) throw new ApiError('invitation_not_found', { message: 'Invitation not found' });
  return withdrawn;
}

/** Whom a link invites. @throws ApiError 404 `invitation_not_found` when it is used up or too old */
export function checkInvitation({ db, body }: Call<InvitationCheck>) {
  return callFunction(db, 'find_invitation', { token_hash: hashOf(body.token) });
}

/**
 * Joins the staff with the password of one's choice. An address with an account in the shop keeps its password.
 * @throws ApiError 404 `invitation_not_found`, 422 when the account's password is another one, 503
 */
export async function joinStaff(call: Call<Joining>): Promise<z.infer<typeof invited>> {
  const { db, body } = call;
  const token_hash = hashOf(body.token);
  const found = invited.parse(await callFunction(db, 'find_invitation', { token_hash }));
  const account = await accountOf(call, found.email, body.password);
  await callFunction(db, 'accept_invitation', { token_hash, account });
  return found;
}

async function accountOf(call: Call, email: string, password: string): Promise<string> {
  const { data, error } = await makeAccount(call.db, publicSupabase(), { email, password });
  if (data.user) return data.user.id;
  if (error?.code === 'weak_password') throw invalid([{ path: 'password', message: 'Choose a stronger password' }]);
  if (error?.code !== 'user_already_exists' && error?.code !== 'email_exists') {
    assertAnswered(error, 'Joining did not work. Please try again.');
    throw new ApiError('auth_unreachable', { message: 'Joining did not work. Please try again.', cause: error });
  }
  return throttleSignIn(call, 'password', email, () => accountWithPassword(email, password)).catch((refusal: unknown) => {
    if (!(refusal instanceof ApiError && refusal.code === 'invalid_credentials')) throw refusal;
    throw invalid([
      { path: 'password', message: 'This address has an account in the shop already. Enter the password of that account.' },
    ]);
  });
}

async function accountWithPassword(email: string, password: string): Promise<string | null> {
  const { data, error } = await publicSupabase().auth.signInWithPassword({ email, password });
  assertAnswered(error, 'Joining did not work. Please try again.');
  return data.user?.id ?? null;
}
