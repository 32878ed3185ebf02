/** `npm run restore <folder>`: makes the shop what a backup holds. Asks first, because what the shop holds now is lost. */
import { resolve } from 'node:path';
import { readSettings } from '#local/settings.ts';
import { main, UserError } from '#local/user-error.ts';
import { ask } from '#scripts/prompt.ts';
import { openDatabaseAdmin } from './database-admin.ts';
import { loadBackup } from './load.ts';

await main(async () => {
  const [named] = process.argv.slice(2);
  if (!named) throw new UserError('Name the folder of the backup: npm run restore -- backup-2026-11-20T0900');
  const folder = resolve(named);
  const admin = await openDatabaseAdmin(readSettings());
  try {
    const [answer = ''] = await ask([
      { text: `Everything in ${admin.name} will be replaced by ${folder}. Type "replace" to go on: ` },
    ]);
    if (answer.trim() !== 'replace') throw new UserError('Nothing was changed.');
    const { tables, photos, madeAt } = await loadBackup(admin, folder);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Restored ${rows} rows and ${photos.length} photos, as of ${madeAt}. The pages are rebuilt when the shop runs.`);
  } finally {
    await admin.close();
  }
});
