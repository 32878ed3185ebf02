import { expect, test } from 'vitest';
import { refusalText } from './outcome-text.ts';

const done = (name: string) => ({ name, refusal: null });
const refused = (name: string, message = 'Not enough stock') => ({ name, refusal: { message } });

test('a bulk change names the refused records with their reasons', () => {
  expect(refusalText('order', [done('ORD-1'), refused('ORD-2', 'Order not found')])).toBe(
    '1 of 2 orders stayed as it was. ORD-2: Order not found',
  );
});

test('after five refusals the rest are counted', () => {
  const outcomes = Array.from({ length: 7 }, (_, n) => refused(`ORD-${n}`));
  expect(refusalText('order', outcomes)).toMatch(
    /^7 of 7 orders stayed as they were\. ORD-0: .* ORD-4: Not enough stock · and 2 more$/,
  );
});

test('without refusals there is no message', () => {
  expect(refusalText('order', [done('ORD-1')])).toBe('');
});
