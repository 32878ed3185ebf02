import { UserError } from '#local/user-error.ts';
import { backupTime } from './destination.ts';

/** How many days, weeks and months keep their newest backup. */
export interface Retention {
  daily: number;
  weekly: number;
  monthly: number;
}

/** Reads `7,5,12`: days, weeks, months. @throws UserError when it is nothing of the kind, or keeps nothing */
export function readRetention(text: string): Retention {
  const [, daily = 0, weekly = 0, monthly = 0] = (/^(\d{1,3}),(\d{1,3}),(\d{1,3})$/.exec(text) ?? []).map(Number);
  if (daily + weekly + monthly === 0)
    throw new UserError(`BACKUP_KEEP says how many days, weeks and months keep a backup, as in 7,5,12, and not "${text}".`);
  return { daily, weekly, monthly };
}

const DAY_MS = 86_400_000;

/** Those of the backups that no day, week or month needs any more. The newest always stays. */
export function expired(names: string[], { daily, weekly, monthly }: Retention): string[] {
  const newestFirst = names.toSorted((one, other) => backupTime(other).getTime() - backupTime(one).getTime());
  const kept = new Set(newestFirst.slice(0, 1));
  const keep = (count: number, periodOf: (time: Date) => string) => {
    const periods = Map.groupBy(newestFirst, (name) => periodOf(backupTime(name)));
    for (const [newest] of [...periods.values()].slice(0, count)) if (newest) kept.add(newest);
  };
  keep(daily, (time) => time.toISOString().slice(0, 10));
  // Weeks begin on a Monday; 1970 began on a Thursday.
  keep(weekly, (time) => String(Math.floor((time.getTime() / DAY_MS + 3) / 7)));
  keep(monthly, (time) => time.toISOString().slice(0, 7));
  return names.filter((name) => !kept.has(name));
}
