import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_RETURN_ADDRESS, DEMO_SETTINGS } from '#domain/settings/demo.ts';
import { demoStaff, forgetDemoStaff } from '#local/staff/demo-staff.ts';
import { forgetTeam, makeTeam } from '#local/staff/demo-team.ts';
import type { StaffAccount } from '#local/staff/staff-accounts.ts';
import type { Settings } from '../settings.ts';
import { step } from '../step.ts';
import { type Project, readIfThere } from '../supabase/project.ts';
import { addCouriers } from './couriers.ts';
import { leavePhotos } from './photos.ts';
import type { Team } from './play.ts';
import { leaveReadyFile } from './ready-file.ts';

export interface Demo {
  /** Null in a restored shop of somebody's own. */
  staff: StaffAccount | null;
  /** Writes eight weeks of history into a new shop, while requests wait. Undefined when there is none to write. */
  writeHistory: (() => Promise<void>) | undefined;
}

const markerOf = (data: string) => join(data, 'seeded');

/** After a backup was restored into a data folder: the demo adds nothing to it, and the logins that the folder knew are not those of the restored shop. */
export async function noteRestored(data: string): Promise<void> {
  await writeFile(markerOf(data), new Date().toISOString());
  await forgetLogins(data);
}

const forgetLogins = (data: string) => Promise.all([forgetDemoStaff(data), forgetTeam(data)]);

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
  // An interrupted history took the logins with it.
  if ((await read('select s.id from public.staff s')).length === 0) await forgetLogins(data);
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
  if (!isEmpty || !hasHistory || !staff) {
    await finish();
    return { staff, writeHistory: undefined };
  }
  return {
    staff,
    writeHistory: async () => {
      await makeTeam(project, data);
      const team = await teamOf(owner, staff);
      await owner.writeHistory(team);
      await leaveReadyFile(owner.sql, data, team.accounts);
      await leavePhotos(team.manager);
      // Its staff began eight weeks ago, and the work of those weeks was done.
      await owner.sql(
        "insert into shop.job_runs (name, done_at) values ('housekeeping', now()), ('backup', now()) on conflict (name) do nothing",
      );
      await finish();
    },
  };
}

/** The ids of the demo's owner and of who works there. */
async function teamOf({ sql }: NonNullable<Project['owner']>, staff: StaffAccount): Promise<Team> {
  const members = (await sql('select s.username, s.id from public.staff s')) as { username: string; id: string }[];
  const ids = new Map(members.map(({ username, id }) => [username, id]));
  const idOf = (username: string) => {
    const id = ids.get(username);
    if (!id) throw new Error(`Nobody on the demo's staff is called ${username}.`);
    return id;
  };
  return {
    owner: idOf(staff.username),
    manager: idOf('manager'),
    desk: idOf('desk'),
    packer: idOf('packer'),
    accounts: idOf('accounts'),
  };
}
