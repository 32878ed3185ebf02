import { expect, test } from 'vitest';
import { disputeMessage } from './dispute-message.ts';

const parcel = { shipmentNumber: 'SHP-1', reference: null, expected: null, said: null, days: 20 };

test('a courier is told each parcel with both figures, by what is wrong, and the sum', () => {
  expect(
    disputeMessage('Zarqa', 'PostEx', [
      { ...parcel, kind: 'late', trackingNumber: 'T2', amount: 1500 },
      { ...parcel, kind: 'short', trackingNumber: 'T1', reference: 'CPR-7', expected: 2299, said: 2000.5, amount: 298.5 },
      { ...parcel, kind: 'overcharged', trackingNumber: '', expected: 222.4, said: 258.1, amount: 35.7 },
    ]),
  ).toBe(`Dear PostEx team,

please look at these 3 parcels of Zarqa. Please pay Rs. 1,834.20 with the next payment, or tell us why not.

Delivered, and not paid in full:
1. T1 (CPR-7): collected Rs. 2,299.00, paid Rs. 2,000.50, difference Rs. 298.50

Delivered, and not paid in time:
1. T2: Rs. 1,500.00, 20 days ago

Charged more than our rates:
1. SHP-1: rate Rs. 222.40, kept Rs. 258.10, difference Rs. 35.70

Total: Rs. 1,834.20`);
});

test('there is no message where nothing is wrong', () => {
  expect(disputeMessage('Zarqa', 'PostEx', [])).toBe('');
});
