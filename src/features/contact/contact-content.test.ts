import { expect, test } from 'vitest';
import { faq } from './contact-content.ts';

const howToPay = (offersTransfer: boolean) =>
  faq('', offersTransfer).find(({ question }) => question === 'How do I pay?')?.answer;

test('how to pay is in cash, and by transfer where the checkout takes them', () => {
  expect(howToPay(false)).toBe('In cash, to the rider, when your parcel arrives. You never need a card.');
  expect(howToPay(true)).toContain('Or by bank transfer right after you order');
});
