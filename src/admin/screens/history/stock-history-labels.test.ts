import { expect, test } from 'vitest';
import { actorOf, stockTone } from './stock-history-labels.ts';

test('an increase is green, a decrease red, no change neither', () => {
  expect(stockTone({ previousStock: 1, newStock: 2 })).toBe('text-leaf');
  expect(stockTone({ previousStock: 2, newStock: 1 })).toBe('text-danger');
  expect(stockTone({ previousStock: 2, newStock: 2 })).toBe('');
});

test('a change is attributed to the staff member who made it, or to the customer', () => {
  expect(actorOf({ actorName: 'sana', transactionType: 'sale' })).toBe('sana');
  expect(actorOf({ actorName: null, transactionType: 'sale' })).toBe('Customer');
  expect(actorOf({ actorName: null, transactionType: 'adjustment' })).toBe('–');
});
