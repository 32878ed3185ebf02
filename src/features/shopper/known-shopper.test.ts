import { expect, test } from 'vitest';
import { EMPTY_PROFILE } from './device-profile.ts';
import { knownShopper } from './known-shopper.ts';

const user = { id: crypto.randomUUID(), username: 'ayesha', email: 'ayesha@example.pk' };
const contact = {
  name: 'Ayesha Khan',
  phone: '+923001234567',
  address: '12 Mall Road',
  city: 'Lahore',
  zipCode: '54000',
  country: 'pk',
};

test('an account without an order knows its e-mail address and what it is called', () => {
  const known = { ...EMPTY_PROFILE, name: 'ayesha', email: 'ayesha@example.pk' };
  expect(knownShopper({ user, contact: null }, EMPTY_PROFILE)).toEqual(known);
});

test('what this device keeps of the same person counts before the last order, an address as a whole', () => {
  const device = { ...EMPTY_PROFILE, email: 'Ayesha@example.pk', name: 'Ayesha Noor', address: '5 Canal View' };
  expect(knownShopper({ user, contact }, device)).toEqual({
    ...device,
    email: 'ayesha@example.pk',
    phone: '+923001234567',
  });
  expect(knownShopper({ user, contact }, { ...EMPTY_PROFILE, phone: '0321 1' })).toEqual({
    ...contact,
    email: 'ayesha@example.pk',
    phone: '0321 1',
  });
});

test('nothing of another person who uses this device is mixed in', () => {
  const other = { ...EMPTY_PROFILE, email: 'bilal@example.pk', name: 'Bilal', phone: '0333 1', address: '1 Fort Road' };
  expect(knownShopper({ user, contact }, other)).toEqual({ ...contact, email: 'ayesha@example.pk' });
});
