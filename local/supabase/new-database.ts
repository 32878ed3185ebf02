/**
 * A database as initdb leaves it, from a file of the project: the initdb of PGlite takes longer than all migrations and the catalogue together.
 * The file holds nothing of the shop and changes with PGlite alone; `npm run db:new` writes it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';

const PACKAGE = new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url);

/** The file for the installed version of PGlite. */
export function newDatabaseFile(): URL {
  const { version }: { version: string } = JSON.parse(readFileSync(PACKAGE, 'utf8'));
  return new URL(`./new-database-${version}.tar.zst`, import.meta.url);
}

/** The files of a new database as a tar archive; undefined when there is none for the installed PGlite, which then runs initdb. */
export async function readNewDatabase(): Promise<Blob | undefined> {
  const file = newDatabaseFile();
  return existsSync(file) ? new Blob([await promisify(zstdDecompress)(await readFile(file))]) : undefined;
}
