/** `npm run books:check`: recomputes from the rows what the shop reports of its money, and names every difference. Changes nothing. */
import { readSettings } from '#local/settings.ts';
import { main } from '#local/user-error.ts';
import { openDatabaseAdmin } from '#scripts/backup/database-admin.ts';
import { compareBooks } from './compare.ts';

await main(async () => {
  const admin = await openDatabaseAdmin(readSettings());
  try {
    const { figures, differences } = await compareBooks(admin.sql);
    for (const { figure, reported, recomputed } of differences)
      console.log(`✗ ${figure}: the shop says ${rupees(reported)}, its rows come to ${rupees(recomputed)}`);
    console.log(
      differences.length === 0
        ? `✓ ${figures} figures of ${admin.name} are what their rows come to.`
        : `\n${differences.length} figures of ${admin.name} are not what their rows come to.`,
    );
    process.exitCode = differences.length === 0 ? 0 : 1;
  } finally {
    await admin.close();
  }
});

function rupees(paisas: number): string {
  return `Rs. ${(paisas / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`;
}
