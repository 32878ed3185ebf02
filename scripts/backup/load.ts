import * as z from 'zod';
import { UserError } from '#local/user-error.ts';
import type { DatabaseAdmin } from './database-admin.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { loadPhotos } from './photos.ts';
import { loadRows, loadSequences, NOT_SAVED, tablesOf } from './rows.ts';
import { newestMigration } from './save.ts';

/**
 * Restores a backup: first the photos, whose names are unique, then accounts, rows and sequences in one transaction.
 * The old content is removed by that transaction's commit. An interrupted restore leaves the shop as it was, with a few unused photos, and can be repeated.
 * @throws UserError, with nothing changed, when a file is damaged, the schemas differ, or the saved stock does not match its ledger
 */
export async function loadBackup(admin: DatabaseAdmin, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await requireSameSchema(admin, manifest);
  await loadPhotos(admin, folder, manifest.photos);
  await admin.sql('begin');
  try {
    await empty(admin);
    // The rows were valid when they were saved. Triggers and foreign keys would only object to the order of loading.
    await admin.sql('set local session_replication_role = replica');
    for (const { name } of manifest.tables) await loadRows(admin, folder, name);
    await loadSequences(admin, manifest.sequences);
    await admin.sql('set local session_replication_role = origin');
    await requireStockToMatchLedger(admin);
    // The pages show the old content.
    await admin.sql("insert into public.site_builds (status) values ('pending') on conflict do nothing");
    await admin.sql('commit');
  } catch (error) {
    // If the connection is lost, the database rolls back by itself.
    await admin.sql('rollback').catch(() => {});
    throw error;
  }
  return manifest;
}

async function requireSameSchema(admin: DatabaseAdmin, { migration, tables }: Manifest): Promise<void> {
  const newest = await newestMigration(admin);
  if (newest !== migration) {
    throw new UserError(
      `The backup is of a shop at migration ${migration}, this one is at ${newest}. Restore with the version of the shop that made it, then update.`,
    );
  }
  const known = await tablesOf(admin);
  const unknown = tables.find(({ name }) => !known.includes(name));
  if (unknown) throw new UserError(`This database has no table ${unknown.name}.`);
}

/** Deletes all rows. Deleting an account removes its rows in Auth, too. */
async function empty(admin: DatabaseAdmin): Promise<void> {
  const ours = (await tablesOf(admin)).filter((name) => !name.startsWith('auth.'));
  await admin.sql('set local session_replication_role = replica');
  await admin.sql(`truncate ${[...ours, ...NOT_SAVED].join(', ')}`);
  await admin.sql('set local session_replication_role = origin');
  await admin.sql('delete from auth.users where true');
}

async function requireStockToMatchLedger(admin: DatabaseAdmin): Promise<void> {
  const rows = await admin.sql(
    // A ledger row has one variant: when both sums are right, a product also has what its variants have together.
    `select 'product ' || p.id as whose from public.products p
      where p.stock_quantity + p.left_over <> (select coalesce(sum(h.quantity), 0) from public.stock_history h where h.product_id = p.id)
     union all
     select 'variant ' || v.sku from public.product_variants v
      where v.stock_quantity <> (select coalesce(sum(h.quantity), 0) from public.stock_history h where h.variant_id = v.id and h.product_id = v.product_id)
      limit 1`,
  );
  const [wrong] = z.array(z.object({ whose: z.string() })).parse(rows);
  if (wrong) throw new UserError(`The saved stock of ${wrong.whose} is not the sum of its ledger. Nothing was restored.`);
}
