import { expect, test } from 'vitest';
import type { SavedAddress } from '#domain/accounts/addresses.ts';
import { EMPTY_FORM } from './checkout-form.ts';
import { deliveryTo } from './saved-places.ts';

const form = { ...EMPTY_FORM, firstName: 'Ayesha', lastName: 'Khan', phone: '0300 1234567' };

const saved = (changes: Partial<SavedAddress>): SavedAddress => ({
  id: 'a'.repeat(24),
  name: 'Ayesha Khan',
  phone: '+923001234567',
  address: 'House 1, Street 2',
  city: 'Lahore',
  zipCode: '54000',
  country: 'pk',
  createdAt: '2026-11-20T20:15:00.000Z',
  usedAt: '2026-11-20T20:15:00.000Z',
  ...changes,
});

const place = { address: 'House 1, Street 2', city: 'Lahore', zipCode: '54000', country: 'pk' };

test.each([
  ['the customer’s own', {}, { recipientName: '', recipientPhone: '' }],
  ['the customer’s own in other letters', { name: ' ayesha khan' }, { recipientName: '', recipientPhone: '' }],
  [
    'somebody else’s',
    { name: 'Sana Malik', phone: '+923217654321' },
    { recipientName: 'Sana Malik', recipientPhone: '+923217654321' },
  ],
  ['a name at the customer’s phone', { name: 'Ammi' }, { recipientName: 'Ammi', recipientPhone: '' }],
  [
    'one with two phones, of which the rider calls the first',
    { phone: '+923217654321 / +924235761299' },
    { recipientName: '', recipientPhone: '+923217654321' },
  ],
])('a saved address that is %s fills in place and recipient', (_, changes, recipient) => {
  expect(deliveryTo(saved(changes), form)).toEqual({ ...place, ...recipient });
});
