import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoStaff } from '#scripts/staff/demo-staff.ts';
import type { StaffAccount } from '#scripts/staff/staff-accounts.ts';
import type { Settings } from '../settings.ts';
import { step } from '../step.ts';
import { type Project, readIfThere } from '../supabase/project.ts';

/**
 * Fills a new data folder: the demo catalogue, a staff login and eight weeks of history. Returns the login. Later starts change nothing, and after an
 * interruption the next one completes it.
 */
export async function fillDemo(
  project: Project,
  owner: NonNullable<Project['owner']>,
  { data, hasHistory }: Settings,
): Promise<StaffAccount> {
  const marker = join(data, 'seeded');
  if ((await readIfThere(marker)) !== null) return demoStaff(project, data);

  const read = (sql: string) => owner.sql(sql) as Promise<{ id: string }[]>;
  // An interrupted history took the login with it.
  if ((await read('select s.id from public.staff s')).length === 0) await rm(join(data, 'staff.json'), { force: true });
  const isEmpty = (await read('select p.id from public.products p limit 1')).length === 0;
  if (isEmpty && !hasHistory) await step('Adding the demo catalogue', owner.seed);
  const login = await demoStaff(project, data);
  const [staff] = await read(`select s.id from public.staff s where s.username = '${login.username}'`);
  if (isEmpty && hasHistory && staff) await step('Writing eight weeks of demo history', () => owner.writeHistory(staff.id));
  await writeFile(marker, new Date().toISOString());
  return login;
}
