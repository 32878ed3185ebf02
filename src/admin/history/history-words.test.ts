import { expect, test } from 'vitest';
import { stockTone } from './history-words.ts';

test('stock that grew is green, stock that shrank is red, the same is neither', () => {
  expect(stockTone({ previousStock: 1, newStock: 2 })).toBe('text-leaf');
  expect(stockTone({ previousStock: 2, newStock: 1 })).toBe('text-danger');
  expect(stockTone({ previousStock: 2, newStock: 2 })).toBe('');
});
