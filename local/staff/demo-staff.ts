import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { step } from '#local/step.ts';
import { type Project, readIfThere } from '#local/supabase/project.ts';
import { makeLoginWork, type StaffAccount, staffAccount } from './staff-accounts.ts';

const fileOf = (data: string) => join(data, 'staff.json');

/**
 * The login of the demo shop's owner, made on the first start and kept in the data folder with its random password. In a restored demo it gets
 * another password; null in a restored shop of somebody's own, whose staff sign in as before.
 */
export async function demoStaff(project: Project, data: string): Promise<StaffAccount | null> {
  const saved = await readDemoStaff(data);
  if (saved) return saved;

  const staff = { email: 'staff@naqsh.example', username: 'staff', password: randomBytes(9).toString('base64url') };
  if (!(await step('Preparing the staff login', () => makeLoginWork(project, staff)))) return null;
  await writeFile(fileOf(data), JSON.stringify(staff, null, 2), { mode: 0o600 });
  return staff;
}

/** The login that the data folder knows; null for none. */
export async function readDemoStaff(data: string): Promise<StaffAccount | null> {
  const saved = await readIfThere(fileOf(data));
  return saved ? staffAccount.parse(JSON.parse(saved)) : null;
}

/** Forgets the login: its account went, or has the password of a backup. */
export async function forgetDemoStaff(data: string): Promise<void> {
  await rm(fileOf(data), { force: true });
}
