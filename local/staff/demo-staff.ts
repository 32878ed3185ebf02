import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { step } from '#local/step.ts';
import { type Project, readIfThere } from '#local/supabase/project.ts';
import { addStaff, type StaffAccount, staffAccount } from './staff-accounts.ts';

/** The login of the demo shop's only staff member. Added on the first start, with a random password kept in the data folder. */
export async function demoStaff(project: Project, data: string): Promise<StaffAccount> {
  const file = join(data, 'staff.json');
  const saved = await readIfThere(file);
  if (saved) return staffAccount.parse(JSON.parse(saved));

  const staff = { email: 'staff@naqsh.example', username: 'staff', password: randomBytes(9).toString('base64url') };
  await step('Adding the demo staff login', () => addStaff(project, staff));
  await writeFile(file, JSON.stringify(staff, null, 2), { mode: 0o600 });
  return staff;
}
