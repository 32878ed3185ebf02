/** A backup to where backups lie, and a test restore, both of which report to the shop. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '#local/user-error.ts';
import { pack, unpack } from './archive.ts';
import type { DatabaseAdmin } from './database-admin.ts';
import { backupName, type Destination } from './destination.ts';
import { loadBackup } from './load.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { expired, type Retention } from './retention.ts';
import { noteBackup, saveBackup, sumsOf } from './save.ts';
import { openScratch } from './scratch.ts';

interface Options {
  retention: Retention;
  passphrase?: string | undefined;
}

/** What came of a backup or a test restore. */
export interface Outcome {
  name: string;
  bytes: number;
  rows: number;
  photos: number;
  /** Older ones that were removed. */
  removed: string[];
}

/** Saves the shop to where backups lie, and removes what nobody needs any more. @throws what went wrong, which the shop knows then, too */
export function backUp(admin: DatabaseAdmin, to: Destination, { retention, passphrase }: Options): Promise<Outcome> {
  return reported(admin, 'backup', to, async (folder) => {
    const manifest = await saveBackup(admin, join(folder, 'backup'));
    const file = join(folder, 'archive');
    await pack(join(folder, 'backup'), file, passphrase);
    const name = backupName(new Date(manifest.madeAt), Boolean(passphrase));
    await to.put(name, file);
    await noteBackup(admin);
    const removed = expired(
      (await to.list()).map((backup) => backup.name),
      retention,
    );
    for (const old of removed) await to.remove(old);
    return { name, bytes: (await stat(file)).size, ...sizeOf(manifest), removed };
  });
}

/** Restores the newest backup into a database of its own and compares. @throws what is wrong with it, which the shop knows then, too */
export function rehearse(admin: DatabaseAdmin, from: Destination, passphrase?: string): Promise<Outcome> {
  return reported(admin, 'rehearsal', from, async (folder) => {
    const newest = (await from.list()).at(-1);
    if (!newest) throw new UserError(`There is no backup in ${from.name}.`);
    const file = join(folder, newest.name);
    await from.get(newest.name, file);
    await unpack(file, join(folder, 'backup'), passphrase);
    const manifest = await readManifest(join(folder, 'backup'));
    const scratch = await openScratch(join(folder, 'scratch'));
    try {
      await loadBackup(scratch, join(folder, 'backup'));
      await compare(scratch, manifest);
    } finally {
      await scratch.close();
    }
    return { name: newest.name, bytes: newest.bytes, ...sizeOf(manifest), removed: [] };
  });
}

/** Compares the rows of each table, and the sums of orders, payments and stock, with what was saved. @throws UserError naming what differs */
export async function compare(scratch: DatabaseAdmin, { tables, sums = {} }: Manifest): Promise<void> {
  const differences: string[] = [];
  for (const { name, rows } of tables) {
    const [found] = await scratch.sql(`select count(*)::integer as rows from ${name}`);
    if (found?.rows !== rows) differences.push(`${name} has ${found?.rows} of ${rows} rows`);
  }
  const found = await sumsOf(scratch);
  for (const [what, sum] of Object.entries(sums))
    if (found[what] !== sum) differences.push(`${what} come to ${found[what]} instead of ${sum}`);
  if (differences.length > 0) throw new UserError(`The restored shop differs: ${differences.join('; ')}.`);
}

function sizeOf({ tables, photos }: Manifest) {
  return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), photos: photos.length };
}

async function reported(
  admin: DatabaseAdmin,
  kind: 'backup' | 'rehearsal',
  { name: place }: Destination,
  work: (folder: string) => Promise<Outcome>,
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-backup-'));
  try {
    const outcome = await work(folder);
    await note(admin, { kind, place, bytes: outcome.bytes, rows: outcome.rows, files: outcome.photos, problem: null });
    return outcome;
  } catch (error) {
    // A transaction that failed would refuse this, too.
    await admin.sql('rollback').catch(() => {});
    const problem = error instanceof Error ? error.message : String(error);
    await note(admin, { kind, place, bytes: 0, rows: 0, files: 0, problem }).catch(() => {});
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function note(
  admin: DatabaseAdmin,
  report: Record<'kind' | 'place', string> & { problem: string | null } & Record<string, unknown>,
) {
  const row = { ...report, place: report.place.slice(0, 200), problem: report.problem?.slice(0, 500) ?? null };
  const json = `'${JSON.stringify(row).replaceAll("'", "''")}'`;
  await admin.sql(
    `insert into public.backups (kind, place, bytes, rows, files, problem)
     select r.kind, r.place, r.bytes, r.rows, r.files, r.problem from jsonb_populate_record(null::public.backups, ${json}::jsonb) r`,
  );
}
