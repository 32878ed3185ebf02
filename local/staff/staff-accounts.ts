import { createClient } from '@supabase/supabase-js';
import * as z from 'zod';
import { newPassword } from '#domain/accounts/new-password.ts';
import { staffUsername } from '#domain/staff/contract.ts';
import { email } from '#domain/text-fields.ts';
import type { Project } from '#local/supabase/project.ts';
import { UserError } from '#local/user-error.ts';
import { isCommon } from '#server/accounts/guessable-password.ts';
import { makeAccount } from '#server/accounts/make-account.ts';
import type { Database } from '#server/database/types.ts';

/** What somebody needs to sign in at /admin. */
export const staffAccount = z.object({
  email,
  username: staffUsername,
  password: newPassword.refine((typed) => !isCommon(typed), 'This password is one of the first that thieves try'),
});

export type StaffAccount = z.infer<typeof staffAccount>;

/** An embedded or hosted project, by its address and keys. */
export type ProjectAccess = Pick<Project, 'url' | 'publishableKey' | 'secretKey'>;

/**
 * Makes an account and puts it on the staff, as an owner or in another role, by its id. Returns the member's id.
 * @throws UserError when the address or the user name is taken, or the project refuses
 */
export async function addStaff(project: ProjectAccess, staff: StaffAccount, role = 'owner'): Promise<string> {
  const db = connect(project.url, project.secretKey);
  const { data: taken, error } = await db
    .from('staff')
    .select('id')
    .or(`username.eq."${staff.username}",email.eq."${staff.email}"`);
  if (error) throw new UserError(`The staff could not be read: ${error.message}`);
  if (taken.length > 0) throw new UserError(`${staff.username} or ${staff.email} is on the staff already.`);

  const made = await makeAccount(db, connect(project.url, project.publishableKey), staff);
  if (made.error || !made.data.user)
    throw new UserError(`The account for ${staff.email} could not be made: ${made.error?.message ?? 'no answer'}.`);
  const { id } = made.data.user;
  const { error: refused } = await db.from('staff').insert({ id, username: staff.username, email: staff.email, role });
  if (refused) throw new UserError(`The account was made, but could not be put on the staff: ${refused.message}`);
  return id;
}

/**
 * Makes this login work: its account gets the password and goes without the second factor it had, whose key may be another shop's; a shop without staff gets
 * the account. Returns false, with nothing changed, in a shop with staff of its own. @throws UserError when the project refuses
 */
export async function makeLoginWork(project: ProjectAccess, staff: StaffAccount): Promise<boolean> {
  const db = connect(project.url, project.secretKey);
  const { data: members, error } = await db.from('staff').select('id, email');
  if (error) throw new UserError(`The staff could not be read: ${error.message}`);
  const member = members.find(({ email: address }) => address === staff.email);
  if (!member && members.length > 0) return false;
  if (!member) {
    await addStaff(project, staff);
    return true;
  }
  const { error: refused } = await db.auth.admin.updateUserById(member.id, { password: staff.password });
  const { error: kept } = await db.from('staff_second_factors').delete().eq('staff_id', member.id);
  const problem = refused ?? kept;
  if (problem) throw new UserError(`The login of ${staff.username} could not be renewed: ${problem.message}`);
  return true;
}

/**
 * Removes a lost second factor and ends the staff member's sessions: for an owner whom no other owner can help.
 * Takes the user name or e-mail address, returns the user name. @throws UserError when nobody on the staff has it
 */
export async function resetSecondFactor(project: ProjectAccess, name: string): Promise<string> {
  const { db, member } = await findStaff(project, name);
  const { error } = await db.rpc('reset_second_factor', { staff_id: member.id });
  if (error) throw new UserError(`The second factor could not be reset: ${error.message}`);
  return member.username;
}

/** Makes a staff member an owner. Takes the user name or e-mail address, returns the user name. @throws UserError when nobody on the staff has it */
export async function makeOwner(project: ProjectAccess, name: string): Promise<string> {
  const { db, member } = await findStaff(project, name);
  const { error } = await db.from('staff').update({ role: 'owner' }).eq('id', member.id);
  if (error) throw new UserError(`${member.username} could not be made an owner: ${error.message}`);
  return member.username;
}

async function findStaff({ url, secretKey }: ProjectAccess, name: string) {
  const db = connect(url, secretKey);
  const typed = name.trim().toLowerCase();
  const column = typed.includes('@') ? 'email' : 'username';
  const { data: member, error } = await db.from('staff').select('id, username').eq(column, typed).maybeSingle();
  if (error) throw new UserError(`The staff could not be read: ${error.message}`);
  if (!member) throw new UserError(`Nobody on the staff is called ${typed || 'that'}.`);
  return { db, member };
}

function connect(url: string, key: string) {
  return createClient<Database>(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}
