import { beforeEach, expect, test } from 'vitest';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import { $typedRecipient, keepCorrection, parseTypedRecipient, shownRecipient } from './typed-recipient.ts';

const page = (recipientChangedAt: string | null = null, orderNumber = 'ORD-1') =>
  ({
    orderNumber,
    customerName: 'A••• K•••',
    customerPhone: '0300•••••67',
    customerAddress: 'House 15, Str…, Gulshan',
    city: 'khi',
    cityKnown: 'Karachi',
    recipientChangedAt,
  }) as OrderPage;

const typed = {
  orderNumber: 'ORD-1',
  name: 'Ayesha Khan',
  phone: '0300 1234567',
  address: 'House 15, Street 4, Gulshan',
  city: 'khi',
  changedAt: null,
};
const masked = { name: 'A••• K•••', phone: '0300•••••67', address: 'House 15, Str…, Gulshan', city: 'Karachi' };

beforeEach(() => $typedRecipient.set(typed));

test('the device that ordered shows what was typed there; any other, and for any other order, what the shop masked', () => {
  expect(shownRecipient(page(), typed)).toEqual(typed);
  expect(shownRecipient(page(), null)).toEqual(masked);
  expect(shownRecipient(page(null, 'ORD-2'), typed)).toEqual(masked);
});

test('a correction from this device is shown as it was typed, one by somebody else is masked', () => {
  keepCorrection(page(), page('2026-11-27T08:00:00Z'), {
    customerAddress: 'House 16, Street 4, Gulshan',
    city: 'Karachi',
    zipCode: '',
  });
  const corrected = { ...typed, address: 'House 16, Street 4, Gulshan', city: 'Karachi', changedAt: '2026-11-27T08:00:00Z' };
  expect($typedRecipient.get()).toEqual(corrected);
  expect(shownRecipient(page('2026-11-27T08:00:00Z'), $typedRecipient.get())).toEqual(corrected);
  expect(shownRecipient(page('2026-11-27T09:00:00Z'), $typedRecipient.get())).toEqual(masked);

  // Beside what somebody else corrected before, one field says nothing of the rest.
  keepCorrection(page('2026-11-27T09:00:00Z'), page('2026-11-27T10:00:00Z'), { customerPhone: '0321 7654321' });
  expect($typedRecipient.get()).toEqual(corrected);
});

test.each([null, 'typed', {}, { ...typed, phone: 5 }, { ...typed, changedAt: 5 }])(
  'what cannot be read is nothing: %j',
  (found) => {
    expect(parseTypedRecipient(found)).toBeNull();
  },
);
