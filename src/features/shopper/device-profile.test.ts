import { expect, test } from 'vitest';
import { EMPTY_PROFILE, profileErrors } from './device-profile.ts';

test('details that no order takes are refused at their fields, with the limit of the order', () => {
  const profile = { name: 'x'.repeat(121), email: `${'x'.repeat(250)}@a.pk`, phone: '0'.repeat(81), address: 'x'.repeat(501) };
  expect(profileErrors(profile)).toEqual({
    name: 'At most 120 characters',
    email: 'At most 254 characters',
    phone: 'At most 80 characters',
    address: 'At most 500 characters',
  });
  expect(profileErrors({ ...EMPTY_PROFILE, phone: '12' })).toEqual({ phone: 'Enter a valid phone number' });
});

test('nothing is required, and what an order takes is kept', () => {
  expect(profileErrors(EMPTY_PROFILE)).toEqual({});
  expect(profileErrors({ name: 'x'.repeat(120), email: 'a@b.pk', phone: '0300 1234567', address: 'x'.repeat(500) })).toEqual({});
});
