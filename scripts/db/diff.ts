/**
 * `npm run db:diff -- <name>`: writes the migration that leads from `supabase/migrations` to `supabase/schemas`, if they differ. Shops have the earlier
 * ones by then: their digests are noted, and tests refuse to see them changed.
 */
import { readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { main, UserError } from '#local/user-error.ts';
import { startRealPostgres } from '#tests/setup/stack/real-postgres.ts';
import { compareCatalogs, readCatalog } from './catalog.ts';
import { generateDiff } from './generate-diff.ts';
import { KEPT_MIGRATIONS, keptMigrations, MIGRATIONS } from './kept-migrations.ts';

await main(async () => {
  const [, , name = ''] = process.argv;
  if (!/^[a-z0-9_]+$/.test(name)) {
    throw new UserError('Say what the migration does, in lower case with underscores: npm run db:diff -- add_weight_to_products');
  }
  const earlier = await readdir(MIGRATIONS);
  const sql = await difference();
  if (!sql) {
    console.log('Nothing to do: supabase/migrations already makes the database of supabase/schemas.');
    return;
  }
  const version = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const file = fileURLToPath(new URL(`${version}_${name}.sql`, MIGRATIONS));
  await writeFile(file, sql);
  await writeFile(KEPT_MIGRATIONS, `${JSON.stringify(await keptMigrations(earlier), null, 2)}\n`);
  console.log(`Wrote ${file}.\nRead it, add what happens to existing rows, then run: npm run db:types`);
});

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
