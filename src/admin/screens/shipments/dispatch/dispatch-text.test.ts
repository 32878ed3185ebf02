import { expect, test } from 'vitest';
import { recordText, runText, weightText } from './dispatch-text.ts';

test.each([
  [{ ended: 0, delivered: 0, days: null }, 'No parcels there yet'],
  [{ ended: 1, delivered: 1, days: 2 }, '1 parcel there: too few to say'],
  [{ ended: 4, delivered: 2, days: 2 }, '4 parcels there: too few to say'],
  [{ ended: 40, delivered: 38, days: 2.2 }, '2 of 40 came back (5 %), usually 2 days'],
  [{ ended: 5, delivered: 5, days: 1.4 }, '0 of 5 came back (0 %), usually 1 day'],
  [{ ended: 6, delivered: 6, days: 0.4 }, '0 of 6 came back (0 %), usually the same day'],
  [{ ended: 5, delivered: 0, days: null }, '5 of 5 came back (100 %)'],
])('a record in words %#', (record, words) => {
  expect(recordText(record)).toBe(words);
});

test('a run says how it ended, without what did not happen', () => {
  const job = { id: '', orderId: '', orderNumber: '', shipmentId: '', courierId: '', problem: '' };
  const run = (...states: ('booked' | 'failed' | 'unclear' | 'filed')[]) => ({
    jobs: states.map((state) => ({ ...job, state })),
    tookMs: 2_400,
    stopped: '',
  });
  expect(runText(run('booked', 'booked', 'failed'))).toBe('2 booked in 2 s · 1 not booked');
  expect(runText(run('filed', 'unclear'))).toBe('1 ready for the portal · 1 unclear');
});

test('weights are short', () => {
  expect([640, 2_350].map(weightText)).toEqual(['640 g', '2.4 kg']);
});
