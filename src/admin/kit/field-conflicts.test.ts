import { expect, test } from 'vitest';
import { fieldLabel, findConflicts, valueText } from './field-conflicts.ts';

const before = { price: 10, name: 'Ring', colors: ['Gold'], notes: '' };

test('a field is in conflict when both changed it differently', () => {
  const theirs = { ...before, price: 12, name: 'Halo Ring', colors: ['Gold', 'Silver'] };
  const mine = { ...before, price: 15, name: 'Halo Ring', notes: 'Blue box' };
  // The name is what both made of it, the colours are theirs alone, the notes mine.
  expect(findConflicts(before, theirs, mine)).toEqual([{ name: 'price', theirs: 12, mine: 15 }]);
});

test('lists are compared by their items', () => {
  const theirs = { ...before, colors: ['Gold', 'Silver'] };
  expect(findConflicts(before, theirs, { ...before, colors: ['Gold', 'Silver'] })).toEqual([]);
  expect(findConflicts(before, theirs, { ...before, colors: [] })).toEqual([
    { name: 'colors', theirs: ['Gold', 'Silver'], mine: [] },
  ]);
});

test('a field is named by its label', () => {
  expect(fieldLabel('estimatedDeliveryDate')).toBe('Estimated delivery date');
});

test.each([
  [12, '12'],
  ['', 'nothing'],
  [null, 'nothing'],
  [[], 'nothing'],
  [true, 'yes'],
  [['Gold', 'Silver'], 'Gold, Silver'],
  [[{ productId: 'x', productName: 'Halo Ring', quantity: 5, unitCost: 700 }], 'Halo Ring x 5'],
])('%j reads %s', (value, text) => {
  expect(valueText(value)).toBe(text);
});
