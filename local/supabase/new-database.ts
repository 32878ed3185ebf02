/**
 * What a new database begins with. PGlite's initdb and all migrations take many times as long as unpacking what they leave, which a file of the project
 * holds: `npm run db:new` writes it. Later migrations are applied to it as to any older database. The result of that is kept, too, for tests.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { PGlite } from '@electric-sql/pglite';
import { parseTar } from 'nanotar';

/** The address of a database that ends with its process. */
export const IN_MEMORY = 'memory://';

const HOME = fileURLToPath(new URL('.', import.meta.url));
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const KEPT = join(MODULES, '.cache/shop-database');

/** `new-database-20261123091929-1f0c….tar.zst`: the last migration in it, and the hash of all that made it. */
const NAME = /^new-database-(\d+)-(\w+)\.tar\.zst$/;

/** What makes a database beside the migrations. */
const MAKERS = ['@electric-sql/pglite', '@supabase/lite'];

/** A folder's migrations, up to and with `last` if it is given. */
async function readMigrations(folder: string, last?: string): Promise<{ version: string; sql: Buffer }[]> {
  const files = (await readdir(folder)).toSorted().map((file) => ({ file, version: file.split('_')[0] ?? '' }));
  const wanted = files.filter(({ version }) => last === undefined || version <= last);
  return Promise.all(wanted.map(async ({ file, version }) => ({ version, sql: await readFile(join(folder, file)) })));
}

/** What names the files of a database: equal for the same migrations, applied by the same packages. */
async function hashOf(migrations: { sql: Buffer }[]): Promise<string> {
  const hash = createHash('sha256');
  for (const name of MAKERS) {
    const { version }: { version: string } = JSON.parse(await readFile(join(MODULES, name, 'package.json'), 'utf8'));
    hash.update(`${name}@${version}\0`);
  }
  for (const { sql } of migrations) hash.update(sql).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** The project's file, and how many of a folder's migrations it lacks. Undefined if there is none, or it was made of others. */
export async function newDatabaseFile(migrations: string): Promise<{ path: string; missing: number } | undefined> {
  for (const file of await readdir(HOME)) {
    const [, last, hash] = NAME.exec(file) ?? [];
    if (!last) continue;
    const held = await readMigrations(migrations, last);
    if ((await hashOf(held)) !== hash) continue;
    return { path: join(HOME, file), missing: (await readdir(migrations)).length - held.length };
  }
  return undefined;
}

/** Where the project's file is to be written: its name says what it holds. */
export async function newDatabasePath(migrations: string): Promise<string> {
  const all = await readMigrations(migrations);
  return join(HOME, `new-database-${all.at(-1)?.version}-${await hashOf(all)}.tar.zst`);
}

async function keptFile(migrations: string): Promise<string> {
  return join(KEPT, `${await hashOf(await readMigrations(migrations))}.tar`);
}

let inMemory: Blob | undefined;

/**
 * Puts what a new database begins with into its folder; for one in memory, `takeNewDatabase` gives it. Does nothing to a database that is there, and where
 * no file fits the migrations: then initdb and all of them run.
 */
export async function beginDatabase(database: string, migrations: string): Promise<void> {
  if (existsSync(join(database, 'PG_VERSION'))) return;
  const tar = await readNewDatabase(migrations);
  if (!tar) return;
  if (database === IN_MEMORY) inMemory = new Blob([tar]);
  else await unpack(tar, database);
}

/** What was read for the next database in memory; undefined if nothing was. Kept no longer: it is as large as the database. */
export function takeNewDatabase(): Blob | undefined {
  const taken = inMemory;
  inMemory = undefined;
  return taken;
}

/** The files of a new database as a tar archive; undefined when there are none for these migrations. */
async function readNewDatabase(migrations: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const kept = await keptFile(migrations);
  if (existsSync(kept)) return new Uint8Array(await readFile(kept));
  const file = await newDatabaseFile(migrations);
  return file && new Uint8Array(await promisify(zstdDecompress)(await readFile(file.path)));
}

/** PGlite itself makes ten calls of the system for each of the 800 files. */
async function unpack(tar: Uint8Array, folder: string): Promise<void> {
  const entries = parseTar(tar);
  for (const { name, type } of entries) {
    if (type === 'directory') await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
  }
  await Promise.all(
    entries.map(({ name, type, data }) => type === 'file' && writeFile(join(folder, name), data ?? '', { mode: 0o600 })),
  );
}

/** Saves a new, migrated database for those after it, and removes what was kept of other migrations. Not when the project's file is the same. */
export async function keepNewDatabase(database: PGlite, migrations: string): Promise<void> {
  const kept = await keptFile(migrations);
  if (existsSync(kept) || (await newDatabaseFile(migrations))?.missing === 0) return;
  const files = await dumpDatabase(database);
  await mkdir(KEPT, { recursive: true });
  const older = (await readdir(KEPT)).filter((name) => name.endsWith('.tar'));
  // Several processes may do this at once: a file gets its name when it is complete.
  await writeFile(`${kept}.${process.pid}`, files);
  await rename(`${kept}.${process.pid}`, kept);
  await Promise.all(older.map((name) => rm(join(dirname(kept), name), { force: true })));
}

/** The files of a database as a tar archive. Without the databases that others are copied from: 600 files that no shop needs. */
export async function dumpDatabase(database: PGlite): Promise<Uint8Array> {
  await database.exec('update pg_database set datistemplate = false where datistemplate');
  await database.exec('drop database if exists template0');
  await database.exec('drop database if exists template1');
  await database.exec('checkpoint');
  return new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer());
}
