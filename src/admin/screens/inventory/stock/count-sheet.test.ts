import { expect, test } from 'vitest';
import type { StockCount } from '#domain/stock/contract.ts';
import { differenceOf, EMPTY_SHEET, movedMeanwhile, payloadOf, readSheet, withScan } from './count-sheet.ts';

const small = { sku: 'BNG-0001-24', name: 'Bangle (2.4)', stockSeen: 5 };
const large = { sku: 'BNG-0001-26', name: 'Bangle (2.6)', stockSeen: 7 };

test('each scan counts one more and brings the piece to the top; the stock seen first stays', () => {
  const twice = withScan(withScan(withScan([], small), large), { ...small, stockSeen: 4 });
  expect(twice).toEqual([
    { ...small, counted: 2 },
    { ...large, counted: 1 },
  ]);
  expect(twice.map(differenceOf)).toEqual([-3, -6]);
});

test('the sheet is sent in the order of counting', () => {
  const pieces = withScan(withScan([], small), large);
  expect(payloadOf({ ...EMPTY_SHEET, pieces, notes: 'Shelf 3' })).toEqual({
    items: [
      { sku: small.sku, counted: 1, stockSeen: 5 },
      { sku: large.sku, counted: 1, stockSeen: 7 },
    ],
    notes: 'Shelf 3',
  });
});

test('what moved between counting and saving is named with what there is now', () => {
  const booked = { items: [{ sku: small.sku, quantity: -2, variantStock: 2 }] } as StockCount;
  expect(movedMeanwhile({ ...EMPTY_SHEET, pieces: [{ ...small, counted: 3 }] }, booked)).toEqual([
    { name: small.name, moved: -1, now: 2 },
  ]);
  const still = { items: [{ sku: small.sku, quantity: -2, variantStock: 3 }] } as StockCount;
  expect(movedMeanwhile({ ...EMPTY_SHEET, pieces: [{ ...small, counted: 3 }] }, still)).toEqual([]);
});

test('a sheet that cannot be read is an empty one', () => {
  for (const found of [null, {}, { pieces: [{ sku: 5 }] }]) expect(readSheet(found)).toEqual(EMPTY_SHEET);
});
