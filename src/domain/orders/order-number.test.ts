import { expect, test } from 'vitest';
import { readOrderNumber } from './order-number.ts';

test.each([
  'ORD-10149',
  'ord-10149',
  'ORD 10149',
  'ORD–10149',
  'ord10149',
  '10149',
  ' 10 149 ',
  '#10149',
  'Order #10149',
  'order no. 10149',
  'Order number: 10149',
  '۱۰۱۴۹',
  '١٠١٤٩',
  'ORD-۱۰۱۴۹',
  'آرڈر نمبر ۱۰۱۴۹',
  '\u200eORD-10149',
])('%s is order 10149', (typed) => {
  expect(readOrderNumber(typed)).toBe('ORD-10149');
});

test.each(['SHP-1001', 'TCS77123', 'my order', '', '<b>1</b>'])('%s is no order number and stays what it is', (typed) => {
  expect(readOrderNumber(typed)).toBe(typed);
});
