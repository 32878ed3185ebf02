import { expect, test } from 'vitest';
import { adjustedText, outlook, stockAfter } from './stock-labels.ts';

test('set-exact is the number itself, purchases and returns add, damage subtracts', () => {
  expect(stockAfter('adjustment', 12, 5)).toBe(5);
  expect(stockAfter('adjustment', 12, 0)).toBe(0);
  expect(stockAfter('purchase', 12, 5)).toBe(17);
  expect(stockAfter('return', 12, 5)).toBe(17);
  expect(stockAfter('damage', 12, 5)).toBe(7);
});

test('there is no forecast without a whole number of pieces', () => {
  for (const typed of [undefined, '', 'many', 1.5, -1, Number.NaN]) expect(stockAfter('purchase', 12, typed)).toBeNull();
});

test('the forecast shows the new stock and the change', () => {
  expect(outlook('adjustment', 3, 10)).toBe('New stock will be 10 (+7)');
  expect(outlook('adjustment', 3, 3)).toBe('New stock will be 3 (no change)');
});

test('removing more than the stock is reported before it is sent', () => {
  expect(outlook('damage', 3, 4)).toBe('Only 3 in stock to remove');
  expect(outlook('damage', 0, 1)).toBe('None in stock to remove');
  expect(outlook('damage', 3, 3)).toBe('New stock will be 0 (-3)');
  expect(outlook('purchase', 3, undefined)).toBe('');
});

const record = { productName: 'Halo Ring', previousStock: 9, newStock: 20 } as Parameters<typeof adjustedText>[0];

test('the message names the stock before and after, and the stock shown if it differed', () => {
  expect(adjustedText(record, 9)).toBe('Halo Ring: stock 9 → 20');
  expect(adjustedText(record, 12)).toBe('Halo Ring: stock 9 → 20. It had changed from 12 meanwhile.');
});
