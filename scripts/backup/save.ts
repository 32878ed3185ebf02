import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import * as z from 'zod';
import { PUSH_MIGRATIONS } from '#local/supabase/cli-commands.ts';
import { UserError } from '#local/user-error.ts';
import type { DatabaseAdmin } from './database-admin.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { savePhotos } from './photos.ts';
import { saveRows, saveSequences, tablesOf } from './rows.ts';

/**
 * Saves a shop into a new folder: its rows from one snapshot, and its photos. An interrupted backup leaves no folder of that name.
 * @throws UserError when the folder is not empty
 */
export async function saveBackup(admin: DatabaseAdmin, folder: string): Promise<Manifest> {
  if ((await readdir(folder).catch(() => [])).length > 0) throw new UserError(`${folder} is not empty. Name a new folder.`);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });

  await admin.sql('begin isolation level repeatable read, read only');
  const migration = await newestMigration(admin);
  const tables: Manifest['tables'] = [];
  for (const table of await tablesOf(admin)) tables.push(await saveRows(admin, unfinished, table));
  const sequences = await saveSequences(admin);
  const sums = await sumsOf(admin);
  await admin.sql('commit');
  // After the rows, because a photo is uploaded before its product is saved.
  const photos = await savePhotos(admin, unfinished);

  const manifest: Manifest = { format: 1, madeAt: new Date().toISOString(), migration, tables, sequences, photos, sums };
  await writeManifest(unfinished, manifest);
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
  return manifest;
}

/** What orders, payments and stock come to, by which a restored shop is compared with the saved one. */
export async function sumsOf(admin: DatabaseAdmin): Promise<Record<string, string>> {
  const [row] = await admin.sql(`
    select (select count(*) || ', ' || coalesce(sum(o.total_amount), 0) from public.orders o) as orders,
           (select count(*) || ', ' || coalesce(sum(p.amount), 0) from public.payments p) as payments,
           (select count(*) || ', ' || coalesce(sum(h.quantity), 0) from public.stock_history h) as "stock history",
           (select coalesce(sum(p.stock_quantity + p.left_over), 0)::text from public.products p) as stock`);
  return z.record(z.string(), z.string()).parse(row);
}

/** Notes in the shop that it was saved, so that owners are told when that was long ago (`shop.find_troubles`). */
export async function noteBackup(admin: DatabaseAdmin): Promise<void> {
  await admin.sql(
    "insert into shop.job_runs (name, done_at) values ('backup', now()) on conflict (name) do update set done_at = excluded.done_at",
  );
}

const versions = z.array(z.object({ version: z.string() }));

/** The newest applied migration. */
export async function newestMigration(admin: DatabaseAdmin): Promise<string> {
  const [list] = await admin.sql(`select to_regclass('supabase_migrations.schema_migrations') is not null as "isThere"`);
  if (!list?.isThere) {
    throw new UserError(
      `The database does not say which migrations it has (no table supabase_migrations.schema_migrations). Begin with an empty project, apply them with ${PUSH_MIGRATIONS}, and try again. Nothing was changed.`,
    );
  }
  const rows = await admin.sql('select max(version) as version from supabase_migrations.schema_migrations');
  return versions.parse(rows)[0]?.version ?? '';
}
