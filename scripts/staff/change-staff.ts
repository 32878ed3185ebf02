import { createClient } from '@supabase/supabase-js';
import type { Project } from '#local/supabase/project.ts';
import { UserError } from '#local/user-error.ts';

type Reached = Pick<Project, 'url' | 'secretKey'>;

/**
 * Takes a lost second factor from a staff member and ends their sessions: for an owner whom no other owner can help. Takes the user name or address.
 * Returns the user name.
 * @throws UserError when nobody on the staff is called that
 */
export async function resetSecondFactor(project: Reached, name: string): Promise<string> {
  const { db, member } = await find(project, name);
  const { error } = await db.rpc('reset_second_factor', { staff_id: member.id });
  if (error) throw new UserError(`The second factor could not be reset: ${error.message}`);
  return member.username;
}

/** Makes a staff member an owner. Takes the user name or address. Returns the user name. @throws UserError when nobody on the staff is called that */
export async function makeOwner(project: Reached, name: string): Promise<string> {
  const { db, member } = await find(project, name);
  const { error } = await db.from('staff').update({ is_owner: true }).eq('id', member.id);
  if (error) throw new UserError(`${member.username} could not be made an owner: ${error.message}`);
  return member.username;
}

async function find({ url, secretKey }: Reached, name: string) {
  const db = createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const typed = name.trim().toLowerCase();
  const column = typed.includes('@') ? 'email' : 'username';
  const { data: member, error } = await db.from('staff').select('id, username').eq(column, typed).maybeSingle();
  if (error) throw new UserError(`The staff could not be read: ${error.message}`);
  if (!member) throw new UserError(`Nobody on the staff is called ${typed || 'that'}.`);
  return { db, member };
}
