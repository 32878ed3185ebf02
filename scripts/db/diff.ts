/**
 * `npm run db:diff`: until 1.0 is deployed, writes the one migration anew from `supabase/schemas`. `npm run db:diff -- <name>`: from then on, writes
 * another one that leads from the migrations to the schemas, if they differ.
 */
import { readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { main, UserError } from '#local/user-error.ts';
import { startRealPostgres } from '#tests/setup/stack/real-postgres.ts';
import { compareCatalogs, readCatalog } from './catalog.ts';
import { generateDiff } from './generate-diff.ts';
import { readSchema, schemaFiles } from './schema-files.ts';

const MIGRATIONS = new URL('../../supabase/migrations/', import.meta.url);

await main(async () => {
  const [, , name] = process.argv;
  if (name === undefined) return rewriteFirst();
  if (!/^[a-z0-9_]+$/.test(name)) {
    throw new UserError('Say what the migration does, in lower case with underscores: npm run db:diff -- add_weight_to_products');
  }
  const sql = await difference();
  if (!sql) {
    console.log('Nothing to do: supabase/migrations already makes the database of supabase/schemas.');
    return;
  }
  const version = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const file = fileURLToPath(new URL(`${version}_${name}.sql`, MIGRATIONS));
  await writeFile(file, sql);
  console.log(`Wrote ${file}.\nRead it, add what happens to existing rows, then run: npm run db:types`);
});

/** Writes the first migration anew, under its number. @throws UserError when others follow it: then it is history. */
async function rewriteFirst(): Promise<void> {
  const [first, ...others] = (await readdir(MIGRATIONS)).toSorted();
  if (!first || others.length > 0) throw new UserError('Say what the migration does: npm run db:diff -- add_weight_to_products');
  await writeFile(new URL(first, MIGRATIONS), firstMigration());
  console.log(
    `Wrote supabase/migrations/${first}. Run: npm run db:types\nA data folder made before keeps the old database under the same number: delete .data.`,
  );
}

/**
 * The schema files, one after another. A generated migration would lack what they hold besides the schema: rows of data, and the extension that only
 * some servers have.
 */
function firstMigration(): string {
  return schemaFiles().map(readSchema).join('\n');
}

/** What Supabase's command line writes to get from one database to the other; empty when they are the same. */
async function difference(): Promise<string> {
  const [migrated, described] = await Promise.all([startRealPostgres(), startRealPostgres({ from: 'schemas' })]);
  try {
    const differences = compareCatalogs(await readCatalog(migrated.owner), await readCatalog(described.owner));
    return differences.length === 0 ? '' : generateDiff(migrated.address, described.address);
  } finally {
    await Promise.all([migrated.stop(), described.stop()]);
  }
}
