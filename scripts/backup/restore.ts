/**
 * `npm run restore <folder or file>`: makes the shop what a backup holds; the file may be one of a bucket, `s3://bucket/folder/backup-….tar.gz`. Asks first,
 * because what the shop holds now is lost.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { noteRestored } from '#local/demo/fill-demo.ts';
import { readSettings } from '#local/settings.ts';
import { main, UserError } from '#local/user-error.ts';
import { ask } from '#scripts/prompt.ts';
import { unpack } from './archive.ts';
import { openDatabaseAdmin } from './database-admin.ts';
import { destinationOf } from './destination.ts';
import { loadBackup } from './load.ts';

await main(async () => {
  const [named] = process.argv.slice(2);
  if (!named) throw new UserError('Name the folder of the backup: npm run restore -- backup-2026-11-20T0900');
  const scratch = await mkdtemp(join(tmpdir(), 'shop-restore-'));
  const settings = readSettings();
  const admin = await openDatabaseAdmin(settings);
  try {
    const folder = await folderOf(named, scratch);
    const [answer = ''] = await ask([
      { text: `Everything in ${admin.name} will be replaced by ${named}. Type "replace" to go on: ` },
    ]);
    if (answer.trim() !== 'replace') throw new UserError('Nothing was changed.');
    const { tables, photos, madeAt } = await loadBackup(admin, folder);
    if (!process.env.SUPABASE_URL) await noteRestored(settings.data);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Restored ${rows} rows and ${photos.length} photos, as of ${madeAt}. The pages are rebuilt when the shop runs.`);
  } finally {
    await admin.close();
    await rm(scratch, { recursive: true, force: true });
  }
});

/** The folder of a backup; one file is unpacked first. */
async function folderOf(named: string, scratch: string): Promise<string> {
  const isBucket = named.startsWith('s3://');
  if (!isBucket && (await stat(resolve(named)).catch(() => null))?.isDirectory()) return resolve(named);
  const file = isBucket ? join(scratch, basename(named)) : resolve(named);
  if (isBucket) await destinationOf(named.slice(0, named.lastIndexOf('/'))).get(basename(named), file);
  await unpack(file, join(scratch, 'backup'), process.env.BACKUP_PASSPHRASE);
  return join(scratch, 'backup');
}
