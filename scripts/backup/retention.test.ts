import { expect, test } from 'vitest';
import { backupName, backupTime } from './destination.ts';
import { expired, readRetention } from './retention.ts';

const daysAgo = (days: number) => backupName(new Date(Date.UTC(2026, 10, 26, 2) - days * 86_400_000), true);
const year = Array.from({ length: 400 }, (_, days) => daysAgo(days));

test('a backup is named by its moment, and its moment is read from the name', () => {
  const at = new Date('2026-11-26T02:03:04.000Z');
  expect(backupName(at, true)).toBe('backup-20261126T020304Z.tar.gz.enc');
  expect(backupTime(backupName(at, false))).toEqual(at);
});

test('each of seven days, five weeks and twelve months keeps its newest backup', () => {
  const gone = new Set(expired(year, { daily: 7, weekly: 5, monthly: 12 }));
  const kept = year.filter((name) => !gone.has(name)).map((name) => backupTime(name).toISOString().slice(0, 10));
  expect(kept).toEqual([
    ...['2026-11-26', '2026-11-25', '2026-11-24', '2026-11-23', '2026-11-22', '2026-11-21', '2026-11-20'],
    // Sundays, and the ends of months.
    ...[
      '2026-11-15',
      '2026-11-08',
      '2026-11-01',
      '2026-10-31',
      '2026-09-30',
      '2026-08-31',
      '2026-07-31',
      '2026-06-30',
      '2026-05-31',
    ],
    ...['2026-04-30', '2026-03-31', '2026-02-28', '2026-01-31', '2025-12-31'],
  ]);
});

test('of several on one day the newest stays, and the newest of all always does', () => {
  const morning = backupName(new Date('2026-11-26T02:00:00Z'), false);
  const evening = backupName(new Date('2026-11-26T20:00:00Z'), false);
  expect(expired([morning, evening], { daily: 7, weekly: 0, monthly: 0 })).toEqual([morning]);
  expect(expired([daysAgo(900)], { daily: 1, weekly: 0, monthly: 0 })).toEqual([]);
});

test('repeating it removes nothing more', () => {
  const retention = { daily: 7, weekly: 5, monthly: 12 };
  const gone = expired(year, retention);
  expect(
    expired(
      year.filter((name) => !gone.includes(name)),
      retention,
    ),
  ).toEqual([]);
});

test.each(['', '7', '7,5', '0,0,0', '7,5,-1', 'all'])('a retention of “%s” is refused', (text) => {
  expect(() => readRetention(text)).toThrow('BACKUP_KEEP');
});
