import { expect, test } from 'vitest';
import { bulkChange, NO_CHANGE } from './bulk-change.ts';

test('what was not chosen is not sent', () => {
  expect(bulkChange.parse({ ...NO_CHANGE, isNew: 'no', category: 'rings' })).toEqual({ isNew: false, category: 'rings' });
  expect(bulkChange.safeParse(NO_CHANGE).error?.issues).toMatchObject([{ path: ['category'], message: 'Choose what to change' }]);
});

test('facts are set, and occasions are added or taken off', () => {
  expect(
    bulkChange.parse({
      ...NO_CHANGE,
      plating: 'Gold',
      isNickelFree: 'unstated',
      occasions: 'add',
      chosenOccasions: ['eid', 'party'],
    }),
  ).toEqual({ plating: 'Gold', isNickelFree: null, occasions: { add: ['party', 'eid'] } });
  expect(bulkChange.safeParse({ ...NO_CHANGE, occasions: 'remove' }).error?.issues).toMatchObject([
    { path: ['chosenOccasions'], message: 'Choose at least one' },
  ]);
});

test.each([
  [{ price: 'set', amount: 500 }, { set: 500 }],
  [
    { price: 'raise', amount: 7.5, roundTo: '50' },
    { percent: 7.5, roundTo: 50 },
  ],
  [{ price: 'lower', amount: 15 }, { percent: -15 }],
] as const)('%j becomes %j', (typed, price) => expect(bulkChange.parse({ ...NO_CHANGE, ...typed })).toEqual({ price }));

test.each([
  [{ price: 'set', amount: 0 }, 'Enter a number above 0'],
  [{ price: 'lower' }, 'Enter a number above 0'],
  [{ price: 'lower', amount: 96 }, 'At most 95 %'],
  [{ price: 'raise', amount: 501 }, 'At most 500 %'],
] as const)('%j is refused at the amount', (typed, message) => {
  expect(bulkChange.safeParse({ ...NO_CHANGE, ...typed }).error?.issues).toMatchObject([{ path: ['amount'], message }]);
});
