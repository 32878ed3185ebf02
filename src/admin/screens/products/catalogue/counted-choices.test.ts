import { expect, test } from 'vitest';
import { choiceName } from '#domain/variants/choice-text.ts';
import { changedEntries, countedBy, isAutomaticSku, offeredPairs, skuOfPair, unitsOf } from './counted-choices.ts';

const before = [
  { size: '2.4', sku: 'B-24', stockQuantity: 4, stockSeen: 4 },
  { size: '2.6', sku: 'B-26', stockQuantity: 7, stockSeen: 7 },
];

test('only changed numbers are sent, with the stock they were typed over', () => {
  const [small, large] = before as [(typeof before)[0], (typeof before)[0]];
  expect(changedEntries([small, { ...large, stockQuantity: 9 }], before)).toEqual([
    { size: '2.4', sku: 'B-24' },
    { size: '2.6', sku: 'B-26', stockQuantity: 9, stockSeen: 7 },
  ]);
});

test('a choice that was not counted before is sent with its pieces, and so are all when the way of counting changes', () => {
  expect(changedEntries([...before, { size: '2.8', stockQuantity: 0 }], before)[2]).toEqual({ size: '2.8', stockQuantity: 0 });
  const byColor = [{ color: 'Gold', stockQuantity: 4, stockSeen: 4 }];
  expect(changedEntries(byColor, before)).toEqual([{ color: 'Gold', stockQuantity: 4 }]);
  expect(changedEntries(before, [])).toEqual([
    { size: '2.4', sku: 'B-24', stockQuantity: 4 },
    { size: '2.6', sku: 'B-26', stockQuantity: 7 },
  ]);
});

test('pieces are counted by what the choices name, over every pair that a product offers', () => {
  expect(countedBy([{ size: '2.4' }])).toBe('size');
  expect(countedBy([{ color: 'Gold' }])).toBe('color');
  expect(countedBy([{ color: 'Gold', size: '2.4' }])).toBe('both');
  expect(offeredPairs('both', ['Gold', 'Silver'], ['2.4', '2.10']).map(choiceName)).toEqual([
    '2.4, Gold',
    '2.4, Silver',
    '2.10, Gold',
    '2.10, Silver',
  ]);
  expect(offeredPairs('size', ['Gold'], ['2.4'])).toEqual([{ size: '2.4' }]);
  expect(unitsOf([...before, { size: '2.8' }])).toBe(11);
});

test('the SKUs of choices begin with the one that somebody chose for the product', () => {
  expect(skuOfPair(' kara ', { color: 'Rose Gold', size: '2.10' })).toBe('KARA-210-RSG');
  expect(skuOfPair('KARA', { size: '2.4' })).toBe('KARA-24');
  expect(skuOfPair('KARA', { color: 'سنہری' })).toBe('KARA');
  expect(['RNG-0042', 'RNG-10042', 'KARA', 'RNG-0042-24', 'K-1'].map(isAutomaticSku)).toEqual([true, true, false, false, false]);
});
