import type { DatabaseAdmin } from '#scripts/backup/database-admin.ts';
import { add, type Difference, differences } from './figures.ts';
import { monthsUntil, recompute } from './recompute.ts';
import { readReports } from './reports.ts';
import { readRows } from './rows.ts';

export interface Comparison {
  /** How many figures the rows come to. */
  figures: number;
  differences: Difference[];
}

/**
 * Compares what the shop reports of its money with what its rows come to, all at one moment: what is sold meanwhile is in neither. The books of each month
 * must come to nothing, too.
 */
export async function compareBooks(sql: DatabaseAdmin['sql']): Promise<Comparison> {
  // Reports keep what they have worked out, which is taken back in the end.
  await sql('begin transaction isolation level repeatable read');
  try {
    const [clock] = await sql('select floor(extract(epoch from now()) * 1000)::float8 as now');
    const rows = await readRows(sql);
    const months = monthsUntil(rows, Number(clock?.now));
    const [reported, recomputed] = [await readReports(sql, months), recompute(rows, months)];
    for (const { month } of months) {
      for (const column of ['opening', 'closing']) {
        const accounts = [...reported.keys()].filter(
          (name) => name.startsWith(`books ${month}, `) && name.endsWith(`, ${column}`),
        );
        for (const account of accounts) add(reported, `books ${month}, all accounts, ${column}`, reported.get(account) ?? 0);
      }
    }
    return { figures: recomputed.size, differences: differences(reported, recomputed) };
  } finally {
    await sql('rollback');
  }
}
