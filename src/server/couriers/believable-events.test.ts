import { expect, test } from 'vitest';
import { believableEvents } from './believable-events.ts';
import type { CourierEvent } from './port.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const asked = [{ trackingNumber: 'PX-12345', bookedAt: '2026-11-25T20:00:00Z' }];
const event = (changes: Partial<CourierEvent> = {}): CourierEvent => ({
  trackingNumber: 'PX-12345',
  label: 'Delivered',
  code: '',
  reason: '',
  station: '',
  happenedAt: '2026-11-26T10:00:00Z',
  ...changes,
});
const sift = (...told: CourierEvent[]) => believableEvents(told, asked, 'PostEx', NOW);

test('what a courier tells of a parcel between its booking and now is kept, however it spells the number', () => {
  const day = event({ happenedAt: '2026-11-24T19:00:00Z', trackingNumber: ' px-12345' });
  const undated = event({ happenedAt: null });
  expect(sift(event(), day, undated)).toEqual({
    events: [event(), { ...day, trackingNumber: 'PX-12345' }, undated],
    leftOut: '',
  });
});

test.each([
  ['of the future', { happenedAt: '2026-11-26T13:00:01Z' }, 'dated “Delivered” 26 November 2026, which is still to come'],
  ['of the year 10000', { happenedAt: '+010000-01-01T12:59:59.000Z' }, 'which is still to come'],
  ['of before the booking', { happenedAt: '2026-11-23T19:59:59Z' }, 'before the parcel was booked'],
  ['of before there were years', { happenedAt: '-000001-12-31T19:00:00.000Z' }, 'before the parcel was booked'],
  ['of another parcel', { trackingNumber: 'PX-12346' }, 'spoke of a parcel that it was not asked about'],
  ['in a status of a megabyte', { label: 'x'.repeat(1_000_000) }, 'used a status of 1,000,000 characters'],
  ['in a status with a zero byte', { label: 'Deliv\u0000ered' }, 'used a status with characters that no text has'],
  ['in a status with half of a character', { label: 'Delivered \ud800' }, 'used a status with characters that no text has'],
])('what is %s is left out and named, and the rest is kept', (_, changes, problem) => {
  const { events, leftOut } = sift(event(changes), event());
  expect(events).toEqual([event()]);
  expect(leftOut).toMatch(/^PostEx .*: that was left out$/);
  expect(leftOut).toContain(problem);
});

test('a parcel with more events than any has gets none of them; another one gets its own', () => {
  const many = Array.from({ length: 201 }, (_, n) => event({ label: `Scan ${n}` }));
  expect(sift(...many)).toEqual({ events: [], leftOut: 'PostEx told 201 things of one parcel: that was left out' });
  expect(sift(...many.slice(1)).events).toHaveLength(200);
});

test('what stands beside a status is made to fit', () => {
  const [kept] = sift(event({ code: 'c'.repeat(99), reason: 'No\u0000 \ud83d'.repeat(99), station: 's'.repeat(99) })).events;
  expect([kept?.code.length, kept?.station.length]).toEqual([40, 80]);
  expect(kept?.reason.length).toBeLessThanOrEqual(200);
  expect(kept?.reason).not.toMatch(/[\p{Cc}\p{Cs}]/u);
});
