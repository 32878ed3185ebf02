import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

export const MIGRATIONS = new URL('../../supabase/migrations/', import.meta.url);

/** Migrations that shops may have, which are never changed, with what they hold as SHA-256. The first one made 1.0. */
export const KEPT_MIGRATIONS = new URL('kept-migrations.json', import.meta.url);

/** What `kept-migrations.json` says of these migrations. */
export async function keptMigrations(names: string[]): Promise<Record<string, string>> {
  const digests = names.toSorted().map(async (name) => {
    const sql = await readFile(new URL(name, MIGRATIONS));
    return [name, createHash('sha256').update(sql).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
}
