import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Project, readIfThere } from '#local/supabase/project.ts';
import { addStaff, type StaffAccount, staffAccount } from './add-staff.ts';

/** The login of the demo shop's one member of staff. Made on the first run; the password is random and stays in the data folder. */
export async function demoStaff(project: Project, data: string): Promise<StaffAccount> {
  const file = join(data, 'staff.json');
  const kept = await readIfThere(file);
  if (kept) return staffAccount.parse(JSON.parse(kept));

  const staff = { email: 'staff@naqsh.example', username: 'staff', password: randomBytes(9).toString('base64url') };
  await addStaff(project, staff);
  await writeFile(file, JSON.stringify(staff, null, 2), { mode: 0o600 });
  return staff;
}
