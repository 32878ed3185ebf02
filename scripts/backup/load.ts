import * as z from 'zod';
import { UserError } from '#local/user-error.ts';
import type { Owner } from './database-admin.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { loadPhotos } from './photos.ts';
import { loadRows, loadSequences, NOT_KEPT, tablesOf } from './rows.ts';
import { newestMigration } from './save.ts';

/**
 * Makes a shop what the saved one was: first the photos, under names that stand for nothing else, then accounts, rows and numbers in one transaction.
 * What the shop held before is gone with its end, and not a moment earlier: a restore that is cut off, wherever, leaves the shop as it was, with
 * some photos more that nothing shows. Doing it again is all it needs.
 * @throws UserError, with nothing changed, when a file is damaged, the schemas differ, or the saved books do not add up
 */
export async function loadBackup(owner: Owner, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await requireSameSchema(owner, manifest);
  await loadPhotos(owner, folder, manifest.photos);
  await owner.sql('begin');
  try {
    await empty(owner);
    // The rows were checked when they were written for the first time; here only their order would be in the way.
    await owner.sql('set local session_replication_role = replica');
    for (const { name } of manifest.tables) await loadRows(owner, folder, name);
    await loadSequences(owner, manifest.sequences);
    await owner.sql('set local session_replication_role = origin');
    await requireBooksInOrder(owner);
    // Whatever the pages show, it is not this.
    await owner.sql("insert into public.site_builds (status) values ('pending') on conflict do nothing");
    await owner.sql('commit');
  } catch (error) {
    // Where the line is broken, the database has taken everything back by itself.
    await owner.sql('rollback').catch(() => {});
    throw error;
  }
  return manifest;
}

async function requireSameSchema(owner: Owner, { migration, tables }: Manifest): Promise<void> {
  const newest = await newestMigration(owner);
  if (newest !== migration) {
    throw new UserError(
      `The backup is of a shop at migration ${migration}, this one is at ${newest}. Restore with the version of the shop that made it, then update.`,
    );
  }
  const known = await tablesOf(owner);
  const unknown = tables.find(({ name }) => !known.includes(name));
  if (unknown) throw new UserError(`This database has no table ${unknown.name}.`);
}

/** Deleting an account takes what hangs on it in Auth along. */
async function empty(owner: Owner): Promise<void> {
  const ours = (await tablesOf(owner)).filter((name) => !name.startsWith('auth.'));
  await owner.sql('set local session_replication_role = replica');
  await owner.sql(`truncate ${[...ours, ...NOT_KEPT].join(', ')}`);
  await owner.sql('set local session_replication_role = origin');
  await owner.sql('delete from auth.users where true');
}

async function requireBooksInOrder(owner: Owner): Promise<void> {
  const rows = await owner.sql(
    `select p.id from public.products p
      where p.stock_quantity <> (select coalesce(sum(h.quantity), 0) from public.stock_history h where h.product_id = p.id) limit 1`,
  );
  const [wrong] = z.array(z.object({ id: z.string() })).parse(rows);
  if (wrong) throw new UserError(`The saved stock of product ${wrong.id} is not the sum of its ledger. Nothing was restored.`);
}
