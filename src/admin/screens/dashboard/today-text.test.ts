import { expect, test } from 'vitest';
import type { WorkDue } from '#domain/reports/work-due.ts';
import { byUrgency, dueText, workText } from './today-text.ts';

// In the shop it is four in the afternoon.
const NOW = Date.parse('2026-11-20T11:00:00Z');

const waiting = (changes: Partial<WorkDue>): WorkDue => ({
  ...{ task: 'pack', count: 3, late: 0, since: '2026-11-20T06:00:00Z', dueAt: null },
  ...changes,
});

test('one of it and several are called by their names', () => {
  expect(workText('pack', 1)).toBe('1 order to pack');
  expect(workText('check_reviews', 1250)).toBe('1,250 reviews to check');
});

test('what is late says how much of it, what has a deadline until when, and what waits since an earlier day how long', () => {
  const text = (changes: Partial<WorkDue>) => dueText(waiting(changes), NOW);
  expect(text({ late: 3 })).toBe('late');
  expect(text({ late: 2, dueAt: '2026-11-20T12:30:00Z' })).toBe('2 late');
  expect(text({ dueAt: '2026-11-20T12:30:00Z' })).toBe('by 5:30 pm');
  expect(text({ dueAt: '2026-11-21T11:00:00Z' })).toBe('by 21 Nov, 4:00 pm');
  expect(text({ since: '2026-11-17T06:00:00Z' })).toBe('oldest 3 days ago');
  expect(text({ count: 1, since: '2026-11-19T06:00:00Z' })).toBe('yesterday');
  expect(text({})).toBe('');
  expect(text({ since: null })).toBe('');
});

test('the most urgent stands first: what is late, then the nearest deadline, then what waits longest', () => {
  const work = [
    waiting({ task: 'low_stock', since: null }),
    waiting({ task: 'answer', since: '2026-11-18T06:00:00Z' }),
    waiting({ task: 'check_reviews', since: '2026-11-16T06:00:00Z' }),
    waiting({ task: 'hand_over', dueAt: '2026-11-21T11:00:00Z' }),
    waiting({ task: 'pack', dueAt: '2026-11-20T12:00:00Z' }),
    waiting({ task: 'receive', late: 1 }),
  ];
  const order = byUrgency(work).map(({ task }) => task);
  expect(order).toEqual(['receive', 'pack', 'hand_over', 'check_reviews', 'answer', 'low_stock']);
});
