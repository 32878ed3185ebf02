/**
 * A database in memory begins as a copy of the first one that was made with these migrations: initdb and the migrations cost five seconds of a processor,
 * and most files of the API's tests begin one. A new database on disk takes the copy, too, where there is one.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';

/** The address of a database that ends with its process. */
export const IN_MEMORY = 'memory://';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const KEPT = join(MODULES, '.cache/shop-database');

/** What makes a database beside the migrations. */
const MAKERS = ['@electric-sql/pglite', '@supabase/lite'];

/** Where the copy is kept that was made of these migrations by the installed packages. */
async function keptFile(migrations: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of MAKERS) {
    const { version }: { version: string } = JSON.parse(await readFile(join(MODULES, name, 'package.json'), 'utf8'));
    hash.update(`${name}@${version}\0`);
  }
  for (const file of (await readdir(migrations)).toSorted()) hash.update(await readFile(join(migrations, file))).update('\0');
  return join(KEPT, `${hash.digest('hex').slice(0, 16)}.tar`);
}

let begun: Blob | undefined;

/** Reads what a new database begins with, which `takeNewDatabase` then gives. Nothing for a database that is there, or where no copy is kept. */
export async function beginDatabase(database: string, migrations: string): Promise<void> {
  if (existsSync(join(database, 'PG_VERSION'))) return;
  const kept = await keptFile(migrations);
  if (existsSync(kept)) begun = new Blob([new Uint8Array(await readFile(kept))]);
}

/** What was read for the next database; undefined if nothing was. Kept no longer: it is as large as the database. */
export function takeNewDatabase(): Blob | undefined {
  const taken = begun;
  begun = undefined;
  return taken;
}

/** Keeps a copy of a new, migrated database for those after it, and removes those of other migrations. Does nothing when there is one. */
export async function keepNewDatabase(database: PGlite, migrations: string): Promise<void> {
  const kept = await keptFile(migrations);
  if (existsSync(kept)) return;
  const files = new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer());
  await mkdir(KEPT, { recursive: true });
  const older = (await readdir(KEPT)).filter((name) => name.endsWith('.tar'));
  // Several processes may do this at once: a file gets its name when it is complete.
  await writeFile(`${kept}.${process.pid}`, files);
  await rename(`${kept}.${process.pid}`, kept);
  await Promise.all(older.map((name) => rm(join(KEPT, name), { force: true })));
}
