import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import * as z from 'zod';
import { type Project, readIfThere } from './supabase/project.ts';

const login = z.object({
  email: z.string(),
  username: z.string(),
  password: z.string(),
});

export type StaffLogin = z.infer<typeof login>;

/** The login of the demo shop's one member of staff. Made on the first run; the password is random and stays in the data folder. */
export async function demoStaff(project: Project, data: string): Promise<StaffLogin> {
  const file = join(data, 'staff.json');
  const kept = await readIfThere(file);
  if (kept) return login.parse(JSON.parse(kept));

  const staff = {
    email: 'staff@naqsh.example',
    username: 'staff',
    password: randomBytes(9).toString('base64url'),
  };
  await addStaff(project, staff);
  await writeFile(file, JSON.stringify(staff, null, 2), { mode: 0o600 });
  return staff;
}

/** Gives somebody an account and a place on the staff. @throws Error when Auth or the database refuses */
export async function addStaff(
  { url, publishableKey, secretKey }: Pick<Project, 'url' | 'publishableKey' | 'secretKey'>,
  staff: StaffLogin,
): Promise<string> {
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const account = await createClient(url, publishableKey, options).auth.signUp({
    email: staff.email,
    password: staff.password,
  });
  if (account.error || !account.data.user)
    throw new Error('The staff account could not be made', {
      cause: account.error,
    });
  const { id } = account.data.user;
  const { error } = await createClient(url, secretKey, options)
    .from('staff')
    .insert({ id, username: staff.username, email: staff.email });
  if (error)
    throw new Error('The account could not be put on the staff', {
      cause: error,
    });
  return id;
}
