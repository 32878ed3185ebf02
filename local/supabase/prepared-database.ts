/**
 * An empty, migrated database saved as a file: unpacking it takes a tenth of the time of creating it.
 * The file name is a hash of everything it was made from, so that it is never older than the migrations.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { readNewDatabase } from './new-database.ts';

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/shop-database', import.meta.url));
const MIGRATIONS = 'supabase/migrations';
/** What else decides how a new database looks: the server that creates it, and the versions of its packages. */
const MAKERS = ['./server.ts', '../../package-lock.json'].map((path) => new URL(path, import.meta.url));

let prepared: Blob | undefined;

/** Reads the files for a new database at `database`: migrated if it can be, else as initdb leaves one. `takePrepared` gives them. */
export async function readPrepared(database: string): Promise<void> {
  if (existsSync(join(database, 'PG_VERSION'))) return;
  const file = await preparedFile();
  prepared = existsSync(file) ? new Blob([await readFile(file)]) : await readNewDatabase();
}

/** What was read for the next database; undefined if nothing was. Kept no longer: it is as large as the database. */
export function takePrepared(): Blob | undefined {
  const taken = prepared;
  prepared = undefined;
  return taken;
}

/** Saves a new database for the next start and removes those of other migrations. */
export async function savePrepared(database: PGlite): Promise<void> {
  const file = await preparedFile();
  if (existsSync(file)) return;
  await database.exec('checkpoint');
  const files = await database.dumpDataDir('none');
  await mkdir(FOLDER, { recursive: true });
  const older = (await readdir(FOLDER)).filter((name) => name.endsWith('.tar'));
  // Several processes may do this at once: a file gets its name when it is complete.
  await writeFile(`${file}.${process.pid}`, files.stream());
  await rename(`${file}.${process.pid}`, file);
  await Promise.all(older.map((name) => rm(join(FOLDER, name), { force: true })));
}

async function preparedFile(): Promise<string> {
  const migrations = (await readdir(MIGRATIONS)).toSorted().map((name) => join(MIGRATIONS, name));
  const hash = createHash('sha256');
  for (const file of [...migrations, ...MAKERS]) hash.update(await readFile(file)).update('\0');
  return join(FOLDER, `${hash.digest('hex').slice(0, 24)}.tar`);
}
