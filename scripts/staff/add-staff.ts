import { createClient } from '@supabase/supabase-js';
import * as z from 'zod';
import type { Project } from '#local/supabase/project.ts';
import { UserError } from '#local/user-error.ts';
import { makeAccount } from '#server/accounts/make-account.ts';
import { email } from '#shared/schemas/common.ts';
import { staffPassword, staffUsername } from '#shared/schemas/staff.ts';

/** What somebody needs to sign in at /admin. */
export const staffAccount = z.object({
  email,
  username: staffUsername,
  password: staffPassword,
});

export type StaffAccount = z.infer<typeof staffAccount>;

const OPTIONS = { auth: { persistSession: false, autoRefreshToken: false } };

/**
 * Gives somebody an account and a place on the staff, as an owner, on a hosted project as on the embedded one.
 * @throws UserError when the address or the user name is taken, or the project refuses
 */
export async function addStaff(
  project: Pick<Project, 'url' | 'publishableKey' | 'secretKey'>,
  staff: StaffAccount,
): Promise<void> {
  const db = createClient(project.url, project.secretKey, OPTIONS);
  const { data: taken, error } = await db
    .from('staff')
    .select('id')
    .or(`username.eq."${staff.username}",email.eq."${staff.email}"`);
  if (error) throw new UserError(`The staff could not be read: ${error.message}`);
  if (taken.length > 0) throw new UserError(`${staff.username} or ${staff.email} is on the staff already.`);

  const visitor = createClient(project.url, project.publishableKey, OPTIONS);
  const made = await makeAccount(db, visitor, staff);
  if (made.error || !made.data.user)
    throw new UserError(`The account for ${staff.email} could not be made: ${made.error?.message ?? 'no answer'}.`);
  const { id } = made.data.user;
  const { error: refused } = await db.from('staff').insert({ id, username: staff.username, email: staff.email, is_owner: true });
  if (refused) throw new UserError(`The account was made, but could not be put on the staff: ${refused.message}`);
}
