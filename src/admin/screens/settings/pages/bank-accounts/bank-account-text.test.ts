import { describe, expect, test } from 'vitest';
import type { BankAccount } from '#domain/payments/bank-accounts.ts';
import { changedByText, meanwhileText, waitingText } from './bank-account-text.ts';

const SEEN = { title: 'Naqsh', bankName: 'Standard Chartered', iban: 'PK36SCBL0000001123456702', raastId: '' };

const account = (changes: Partial<BankAccount>): BankAccount => ({
  id: '66f2a1c09b3e4d0012a4b101',
  ...SEEN,
  isShown: true,
  waitsUntil: '2026-11-25T09:20:00.000Z',
  customersSee: SEEN,
  changedAt: '2026-11-25T08:20:00.000Z',
  changedBy: ['ayesha'],
  approvedBy: null,
  isOwnChange: true,
  createdAt: '2026-11-25T08:20:00.000Z',
  updatedAt: '2026-11-25T08:20:00.000Z',
  ...changes,
});

describe('a change that waits', () => {
  test.each([
    ['own, with a second factor', true, true, 'another owner approves it or you confirm with your second factor'],
    ['own, without one', true, false, 'another owner approves it'],
    ['of another owner', false, true, 'you approve it'],
  ])('says from when customers see it, and what brings that forward (%s)', (_, isOwnChange, hasSecondFactor, sooner) => {
    const text = waitingText(account({ isOwnChange }), hasSecondFactor);
    expect(text).toBe(`Customers see it from 14:20, or at once when ${sooner}.`);
  });

  test('says what customers see meanwhile, only where it differs', () => {
    expect(meanwhileText(account({ title: 'Naqsh Jewels', raastId: '03001234567' }))).toBe(
      'Until then they see: Title Naqsh, Raast ID none.',
    );
    expect(meanwhileText(account({ iban: 'PK92MEZN0000998877665544' }))).toBe(
      'Until then they see: IBAN PK36 SCBL 0000 0011 2345 6702.',
    );
    expect(meanwhileText(account({ customersSee: null }))).toBe('Until then they do not see this account.');
  });

  test('names everybody who took part', () => {
    expect(changedByText(account({ changedBy: ['ayesha', 'bilal'] }))).toBe('ayesha and bilal');
    expect(changedByText(account({ changedBy: [] }))).toBe('somebody on the command line');
  });
});

test('what does not wait says nothing', () => {
  expect(waitingText(account({ waitsUntil: null }), true)).toBe('');
});
