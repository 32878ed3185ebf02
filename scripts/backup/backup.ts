/** `npm run backup [folder]`: saves rows and photos of the shop, with a manifest of hashes. */
import { resolve } from 'node:path';
import { readSettings } from '#local/settings.ts';
import { main } from '#local/user-error.ts';
import { openDatabaseAdmin } from './database-admin.ts';
import { noteBackup, saveBackup } from './save.ts';

await main(async () => {
  const folder = resolve(process.argv[2] ?? `backup-${new Date().toISOString().slice(0, 16).replace(':', '')}`);
  const admin = await openDatabaseAdmin(readSettings());
  try {
    const { tables, photos } = await saveBackup(admin, folder);
    await noteBackup(admin);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Saved ${rows} rows of ${tables.length} tables and ${photos.length} photos of ${admin.name} in ${folder}.`);
    console.log('It holds names, addresses and password hashes: keep it where only you can read it.');
  } finally {
    await admin.close();
  }
});
