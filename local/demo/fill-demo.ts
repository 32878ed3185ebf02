import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_RETURN_ADDRESS, DEMO_SETTINGS } from '#domain/settings/demo.ts';
import { demoStaff, forgetDemoStaff } from '#local/staff/demo-staff.ts';
import type { StaffAccount } from '#local/staff/staff-accounts.ts';
import type { Settings } from '../settings.ts';
import { step } from '../step.ts';
import { type Project, readIfThere } from '../supabase/project.ts';
import { addCouriers } from './couriers.ts';
import { leaveReadyFile } from './ready-file.ts';

export interface Demo {
  /** Null in a restored shop of somebody's own. */
  staff: StaffAccount | null;
  /** Writes eight weeks of history into a new shop, while requests wait. Undefined when there is none to write. */
  writeHistory: (() => Promise<void>) | undefined;
}

const markerOf = (data: string) => join(data, 'seeded');

/** After a backup was restored into a data folder: the demo adds nothing to it, and the login that the folder knew is not that of the restored shop. */
export async function noteRestored(data: string): Promise<void> {
  await writeFile(markerOf(data), new Date().toISOString());
  await forgetDemoStaff(data);
}

/**
 * Fills a new data folder: the demo catalogue and a staff login; the pages need no more. Its history may be written when they are there. Later starts
 * change nothing, and after an interruption the next one completes it.
 */
export async function fillDemo(
  project: Project,
  owner: NonNullable<Project['owner']>,
  { data, hasHistory }: Settings,
): Promise<Demo> {
  if ((await readIfThere(markerOf(data))) !== null) return { staff: await demoStaff(project, data), writeHistory: undefined };

  const read = (sql: string) => owner.sql(sql) as Promise<{ id: string }[]>;
  // An interrupted history took the login with it.
  if ((await read('select s.id from public.staff s')).length === 0) await forgetDemoStaff(data);
  const seed = async () => {
    await owner.seed();
    await owner.sql(addCouriers());
  };
  const isEmpty = (await read('select p.id from public.products p limit 1')).length === 0;
  if (isEmpty) {
    await step('Adding the demo catalogue', hasHistory ? owner.beginHistory : seed);
    await owner.sql(`select public.change_settings('${JSON.stringify(DEMO_SETTINGS).replaceAll("'", "''")}', null)`);
    const { recipient, phone, address, city } = DEMO_RETURN_ADDRESS;
    await owner.sql(
      `update public.return_address a set recipient = '${recipient}', phone = '${phone}', address = '${address}', city = '${city}' where a.id`,
    );
  }
  const staff = await demoStaff(project, data);
  const finish = () => writeFile(markerOf(data), new Date().toISOString());
  const [member] = staff ? await read(`select s.id from public.staff s where s.username = '${staff.username}'`) : [];
  if (!isEmpty || !hasHistory || !member) {
    await finish();
    return { staff, writeHistory: undefined };
  }
  return {
    staff,
    writeHistory: async () => {
      await owner.writeHistory(member.id);
      await leaveReadyFile(owner.sql, data, member.id);
      // Its staff began eight weeks ago, and the work of those weeks was done.
      await owner.sql(
        "insert into shop.job_runs (name, done_at) values ('housekeeping', now()), ('backup', now()) on conflict (name) do nothing",
      );
      await finish();
    },
  };
}
