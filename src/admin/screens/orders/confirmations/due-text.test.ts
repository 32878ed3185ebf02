import { expect, test } from 'vitest';
import type { Confirmation } from '#domain/orders/confirmation.ts';
import { dueText } from './due-text.ts';

const ME = '00000000-0000-4000-8000-000000000001';
const NOW = Date.parse('2026-11-25T12:00:00+05:00');

const text = (said: Partial<Confirmation>) =>
  dueText(
    {
      state: 'unconfirmed',
      tries: 0,
      dueAt: '2026-11-25T11:15:00+05:00',
      score: 0,
      reasons: [],
      callBecause: null,
      claimedBy: null,
      claimedUntil: null,
      override: null,
      waitsFor: null,
      gate: 'open',
      ...said,
    },
    ME,
    NOW,
  );

test.each([
  [{}, 'Waits since 11:15 am'],
  [{ dueAt: '2026-11-24T21:59:00+05:00' }, 'Waits since 24 Nov 2026, 9:59 pm'],
  [{ dueAt: '2026-11-26T09:00:00+05:00' }, 'Due 26 Nov 2026, 9:00 am, after quiet hours'],
  [{ dueAt: '2026-11-25T14:00:00+05:00', tries: 1, state: 'no_answer' }, 'Try again 2:00 pm'],
  [{ dueAt: '2026-11-26T09:00:00+05:00', tries: 2, state: 'no_answer' }, 'Try again 26 Nov 2026, 9:00 am, after quiet hours'],
  [{ dueAt: '2026-11-25T19:00:00+05:00', state: 'call_back' }, 'Call back 7:00 pm'],
  // Promised for nine: no quiet hours moved it.
  [{ dueAt: '2026-11-26T09:00:00+05:00', state: 'call_back' }, 'Call back 26 Nov 2026, 9:00 am'],
  [{ dueAt: '2026-11-25T10:00:00+05:00', state: 'call_back' }, 'Call back now, promised for 10:00 am'],
  [{ claimedBy: { id: ME, name: 'sana' }, claimedUntil: '2026-11-25T12:10:00+05:00' }, 'You work on it'],
  [
    { claimedBy: { id: `${ME.slice(1)}2`, name: 'ali' }, claimedUntil: '2026-11-25T12:10:00+05:00' },
    'ali works on it until 12:10 pm',
  ],
  [{ dueAt: null, state: 'confirmed' }, ''],
] as [Partial<Confirmation>, string][])('%o: %s', (said, shown) => {
  expect(text(said)).toBe(shown);
});
