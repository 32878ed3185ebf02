import * as z from 'zod';
import {
  type ForgottenPassword,
  type ForgottenStaffPassword,
  type LinkToken,
  type PasswordReset,
  resetLink,
} from '#domain/accounts/contract.ts';
import { newAccountLink } from '#server/account-link-token.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError, invalid } from '#server/errors.ts';
import { hashOf } from '#server/secret-token.ts';
import { currentSettings } from '#server/settings/settings.ts';
import { assertHardToGuess } from './guessable-password.ts';
import { assertAuthAnswered, untilRefusalTime } from './throttle-sign-in.ts';

/** Mails a link that sets a new password, if the address has an account. The answer and its time say nothing. */
export function askForPasswordReset(db: ShopDatabase, { email }: ForgottenPassword): Promise<null> {
  return ask(db, email, false);
}

/** As `askForPasswordReset`, for a staff member's user name or address. The link leads to the back office. */
export function askForStaffPasswordReset(db: ShopDatabase, { username }: ForgottenStaffPassword): Promise<null> {
  return ask(db, username, true);
}

async function ask(db: ShopDatabase, name: string, for_staff: boolean): Promise<null> {
  const started = performance.now();
  const link = newAccountLink();
  await callFunction(db, 'ask_for_password_reset', { name, link_id: link.id, token_hash: hashOf(link.token), for_staff });
  await untilRefusalTime(started);
  return null;
}

/** Whose password a link sets. @throws ApiError `link_not_found`, `link_used`, `link_expired` */
export function checkResetLink(db: ShopDatabase, { token }: LinkToken) {
  return callFunction(db, 'find_reset_link', { token_hash: hashOf(token) }, resetLink);
}

const usedLink = z.object({ account: z.uuid(), email: z.string() });

/**
 * Sets a new password by a mailed link and ends all sessions of the account. A second factor stays as it is. A link whose password Auth did not take
 * stays good. @throws ApiError `link_not_found`, `link_used`, `link_expired`, `validation_failed` for a password that is easy to guess or Auth refuses, `auth_unreachable`
 */
export async function resetPassword(db: ShopDatabase, { token, password }: PasswordReset): Promise<null> {
  const token_hash = hashOf(token);
  const owner = await callFunction(db, 'use_reset_link', { token_hash }, usedLink);
  try {
    assertHardToGuess(password, { email: owner.email, shop: (await currentSettings(db)).identity.name });
    await setPassword(db, owner.account, password);
    await callFunction(db, 'finish_password_reset', owner);
  } catch (failure) {
    await callFunction(db, 'give_back_reset_link', { token_hash });
    throw failure;
  }
  return null;
}

/** Auth ends all its sessions of the account with this. */
async function setPassword(db: ShopDatabase, account: string, password: string): Promise<void> {
  const { error } = await db.auth.admin.updateUserById(account, { password });
  if (!error) return;
  if (error.code === 'weak_password') throw invalid([{ path: 'password', message: 'Choose a stronger password' }]);
  const message = 'The password could not be set. Please try again.';
  assertAuthAnswered(error, message);
  throw new ApiError('auth_unreachable', { message, cause: error });
}
