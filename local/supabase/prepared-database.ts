/**
 * The empty shop's database, kept as a file once its migrations have run: unpacking it takes a tenth of the time of making it.
 * Its name is a hash of all that it was made from, so that it is never older than the migrations.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/shop-database', import.meta.url));
const MIGRATIONS = 'supabase/migrations';
/** What makes a database besides the migrations: the server that opens it, and the versions of its parts. */
const MAKERS = ['./server.ts', '../../package-lock.json'].map((path) => new URL(path, import.meta.url));

/** The prepared database for a new one at `database`; undefined when that is there already, or nothing is prepared for its migrations. */
export async function readPrepared(database: string): Promise<Blob | undefined> {
  if (existsSync(join(database, 'PG_VERSION'))) return;
  const file = await preparedFile();
  return existsSync(file) ? new Blob([await readFile(file)]) : undefined;
}

/** Keeps a database that was just made for the next one, in the place of what was kept for other migrations. */
export async function keepPrepared(database: PGlite): Promise<void> {
  const file = await preparedFile();
  if (existsSync(file)) return;
  await database.exec('checkpoint');
  const files = await database.dumpDataDir('none');
  await mkdir(FOLDER, { recursive: true });
  const older = (await readdir(FOLDER)).filter((name) => name.endsWith('.tar'));
  // Several processes may do so at once; each file is whole when it gets its name.
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
