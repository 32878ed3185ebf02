import { expect, test } from 'vitest';
import { usualPeriods } from './periods.ts';

const at = (iso: string) => Object.fromEntries(usualPeriods(Date.parse(iso)).map(({ name, period }) => [name, period]));

test('periods end today and begin so many days before, today counted', () => {
  expect(at('2026-11-25T10:00:00Z')).toEqual({
    Today: { from: '2026-11-25', to: '2026-11-25' },
    '7 days': { from: '2026-11-19', to: '2026-11-25' },
    '30 days': { from: '2026-10-27', to: '2026-11-25' },
    'This month': { from: '2026-11-01', to: '2026-11-25' },
  });
});

test('days are Pakistan’s: an evening in London is the next day, and perhaps the next month', () => {
  expect(at('2026-11-30T18:59:00Z').Today).toEqual({ from: '2026-11-30', to: '2026-11-30' });
  expect(at('2026-11-30T19:00:00Z')).toMatchObject({
    Today: { from: '2026-12-01', to: '2026-12-01' },
    'This month': { from: '2026-12-01', to: '2026-12-01' },
  });
});
