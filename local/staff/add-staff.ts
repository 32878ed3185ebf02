import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod';
import { email } from '#shared/schemas/common.ts';
import { Sentence } from '../sentence.ts';
import type { Project } from '../supabase/project.ts';

/** What somebody needs to sign in at /admin. */
export const staffAccount = z.object({
  email,
  username: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9._-]{2,40}$/, 'A user name has 2 to 40 letters, digits, dots, dashes or underscores'),
  password: z.string().min(10, 'A password has at least 10 characters').max(72, 'A password has at most 72 characters'),
});

export type StaffAccount = z.infer<typeof staffAccount>;

const OPTIONS = { auth: { persistSession: false, autoRefreshToken: false } };

/**
 * Gives somebody an account and a place on the staff, on a hosted project as on the embedded one.
 * @throws Sentence when the address or the user name is taken, or the project refuses
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
  if (error) throw new Sentence(`The staff could not be read: ${error.message}`);
  if (taken.length > 0) throw new Sentence(`${staff.username} or ${staff.email} is on the staff already.`);

  const id = await makeAccount(project, db, staff);
  const { error: refused } = await db.from('staff').insert({ id, username: staff.username, email: staff.email });
  if (refused) throw new Sentence(`The account was made, but could not be put on the staff: ${refused.message}`);
}

/** An account that can sign in at once. The embedded Auth has no admin API; there, signing up does the same. */
async function makeAccount(
  { url, publishableKey }: Pick<Project, 'url' | 'publishableKey'>,
  db: SupabaseClient,
  staff: StaffAccount,
): Promise<string> {
  const { email: address, password } = staff;
  const made = await db.auth.admin.createUser({ email: address, password, email_confirm: true });
  const withoutAdminApi = [401, 403, 404, 405].includes(made.error?.status ?? 0);
  const { data, error } = withoutAdminApi
    ? await createClient(url, publishableKey, OPTIONS).auth.signUp({ email: address, password })
    : made;
  if (error || !data.user) throw new Sentence(`The account for ${address} could not be made: ${error?.message ?? 'no answer'}.`);
  return data.user.id;
}
