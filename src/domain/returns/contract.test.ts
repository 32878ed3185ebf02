import { expect, test } from 'vitest';
import { RETURN_KINDS, RETURN_REASONS, reasonsOf } from '#domain/returns/choices.ts';
import { returnAsked } from './contract.ts';

test('every reason belongs to a kind, and what the shop has to answer for to claims alone', () => {
  expect([...new Set(RETURN_KINDS.flatMap(reasonsOf))].toSorted()).toEqual([...RETURN_REASONS].toSorted());
  expect(reasonsOf('return')).not.toContain('faulty');
  expect(reasonsOf('claim')).not.toContain('changed_mind');
});

const asked = {
  orderNumber: 'ORD-1',
  key: 'k',
  kind: 'exchange',
  outcome: 'exchange',
  reason: 'does_not_fit',
  items: [{ itemId: 'A'.repeat(24), quantity: 1, wanted: { productId: 'b'.repeat(24), selectedSize: ' 7 ' } }],
};

test('what is asked is read as it was meant', () => {
  expect(returnAsked.parse(asked)).toMatchObject({
    words: '',
    photoIds: [],
    items: [{ itemId: 'a'.repeat(24), wanted: { selectedSize: '7' } }],
  });
});

test('a claim may want the same piece anew, or another one', () => {
  const [item] = asked.items;
  const claim = { ...asked, kind: 'claim', reason: 'wrong_piece' };
  expect(returnAsked.safeParse(claim).success).toBe(true);
  expect(returnAsked.safeParse({ ...claim, items: [{ ...item, wanted: undefined }] }).success).toBe(true);
  expect(returnAsked.safeParse({ ...claim, outcome: 'transfer' }).success).toBe(false);
});
