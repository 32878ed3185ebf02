import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import * as z from 'zod';
import { UserError } from '#local/user-error.ts';
import type { Owner } from './database-admin.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { savePhotos } from './photos.ts';
import { saveRows, saveSequences, tablesOf } from './rows.ts';

/**
 * Saves a shop into a new folder: its rows as of one moment, and its photos. Cut off in the middle, no folder of that name is left.
 * @throws UserError when the folder is there already
 */
export async function saveBackup(owner: Owner, folder: string): Promise<Manifest> {
  if ((await readdir(folder).catch(() => [])).length > 0) throw new UserError(`${folder} is not empty. Name a new folder.`);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });

  await owner.sql('begin isolation level repeatable read, read only');
  const migration = await newestMigration(owner);
  const tables: Manifest['tables'] = [];
  for (const table of await tablesOf(owner)) tables.push(await saveRows(owner, unfinished, table));
  const sequences = await saveSequences(owner);
  await owner.sql('commit');
  // After the rows: a photo is there before the product that shows it.
  const photos = await savePhotos(owner, unfinished);

  const manifest: Manifest = { format: 1, madeAt: new Date().toISOString(), migration, tables, sequences, photos };
  await writeManifest(unfinished, manifest);
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
  return manifest;
}

const versions = z.array(z.object({ version: z.string() }));

/** The newest migration the database has. */
export async function newestMigration(owner: Owner): Promise<string> {
  const rows = await owner.sql('select max(version) as version from supabase_migrations.schema_migrations');
  return versions.parse(rows)[0]?.version ?? '';
}
