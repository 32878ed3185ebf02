/**
 * `npm run backup [folder]`: saves rows and photos of the shop into a folder, with a manifest of hashes.
 * `npm run backup -- --to <folder | s3://bucket/folder>`: the same as one file beside earlier ones, of which it removes what nobody needs any more.
 * `npm run backup -- --rehearse`: restores the newest of those as a test.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSettings } from '#local/settings.ts';
import { main, UserError } from '#local/user-error.ts';
import { type DatabaseAdmin, openDatabaseAdmin } from './database-admin.ts';
import { type Destination, destinationOf } from './destination.ts';
import { readRetention } from './retention.ts';
import { backUp, rehearse } from './run.ts';
import { noteBackup, saveBackup } from './save.ts';

const passphrase = process.env.BACKUP_PASSPHRASE;

await main(async () => {
  const { values, positionals } = readArguments();
  const retention = readRetention(values.keep ?? (process.env.BACKUP_KEEP || '7,5,12'));
  const to = values.to ?? (positionals.length > 0 ? undefined : process.env.BACKUP_TO || undefined);
  if (values.rehearse && !to) throw new UserError('Say where the backups lie: --to, or BACKUP_TO.');
  const place = to ? destinationOf(to) : null;
  const admin = await openDatabaseAdmin(readSettings());
  try {
    if (!place) await saveFolder(admin, positionals[0]);
    else if (values.rehearse) await tryRestore(admin, place);
    else {
      const { name, rows, photos, removed } = await backUp(admin, place, { retention, passphrase });
      console.log(`Saved ${rows} rows and ${photos} photos of ${admin.name} in ${place.name} as ${name}.`);
      if (removed.length > 0) console.log(`Removed what is older than needed: ${removed.join(', ')}.`);
      if (!passphrase) console.log('It is not encrypted: set BACKUP_PASSPHRASE, or keep it where only you can read it.');
    }
  } finally {
    await admin.close();
  }
});

function readArguments() {
  try {
    return parseArgs({
      options: { to: { type: 'string' }, keep: { type: 'string' }, rehearse: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UserError((error as Error).message);
  }
}

async function saveFolder(admin: DatabaseAdmin, named?: string): Promise<void> {
  const folder = resolve(named ?? `backup-${new Date().toISOString().slice(0, 16).replace(':', '')}`);
  const { tables, photos } = await saveBackup(admin, folder);
  await noteBackup(admin);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Saved ${rows} rows of ${tables.length} tables and ${photos.length} photos of ${admin.name} in ${folder}.`);
  console.log('It holds names, addresses and password hashes: keep it where only you can read it.');
}

async function tryRestore(admin: DatabaseAdmin, from: Destination): Promise<void> {
  const { name, rows, photos } = await rehearse(admin, from, passphrase);
  console.log(
    `Test restore of ${name}: ${rows} rows and ${photos} photos, and orders, payments and stock come to what was saved.`,
  );
}
