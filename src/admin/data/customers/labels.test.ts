import { expect, test } from 'vitest';
import { historyText, recordText } from './labels.ts';

const NONE = {
  orders: 0,
  delivered: 0,
  returned: 0,
  cancelled: 0,
  open: 0,
  value: 0,
  ordered: 0,
  firstOrderAt: null,
  lastOrderAt: null,
};
const ONE_OPEN = { ...NONE, orders: 1, open: 1 };

test('an order that is open alone is the first one, and no longer when the next is written down', () => {
  expect(recordText(ONE_OPEN)).toBe('First order');
  expect(historyText(ONE_OPEN)).toBe('1 order: 1 open');
  expect(historyText(NONE)).toBe('First order');
});

test('a history counts what became of the orders, without what there was none of', () => {
  const record = { ...NONE, orders: 1_203, delivered: 1_200, returned: 2, open: 1 };
  for (const text of [recordText, historyText]) expect(text(record)).toBe('1,203 orders: 1,200 delivered, 2 returned, 1 open');
});
