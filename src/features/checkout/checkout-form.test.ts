import { expect, test } from 'vitest';
import { ApiFailure } from '#browser/api.ts';
import { EMPTY_PROFILE } from '#features/shopper/device-profile.ts';
import {
  cityQuestion,
  EMPTY_FORM,
  emptied,
  fieldsFrom,
  hasGaps,
  missingFields,
  parseForm,
  prefilled,
  profileAfter,
  profileFrom,
  refusalInForm,
  stepOfFirst,
  wrapOf,
} from './checkout-form.ts';

const filled = { ...EMPTY_FORM, email: 'a@example.com', firstName: 'Amna', phone: '03001234567', address: '12 Mall Road' };

test('email, first name, phone and address are enough', () => {
  expect(missingFields(filled)).toEqual({});
});

test('blanks count as empty', () => {
  expect(Object.keys(missingFields({ ...filled, address: '   ' }))).toEqual(['address']);
});

test('who asks for less gets its own words for what is missing', () => {
  const required = { phone: 'Please enter your phone number', firstName: 'Please enter your name' };
  expect(missingFields({ ...filled, email: '' }, required)).toEqual({});
  expect(missingFields({ ...filled, firstName: ' ' }, required)).toEqual({ firstName: 'Please enter your name' });
});

test('the wizard goes back to the first incomplete step', () => {
  expect(stepOfFirst(missingFields({ ...filled, address: '' }))).toBe(1);
  expect(stepOfFirst(missingFields({ ...filled, address: '', phone: '' }))).toBe(0);
  expect(stepOfFirst({})).toBeUndefined();
});

function refused(...paths: string[]): ApiFailure {
  const errors = paths.map((path) => ({ path, message: `Wrong ${path}` }));
  return new ApiFailure(422, 'validation_failed', 'Please check', errors);
}

test('the server’s field errors show at their fields in the form', () => {
  const { text, fieldErrors } = refusalInForm(refused('customerPhone', 'items.0.quantity'), filled);
  expect(fieldErrors).toEqual({ phone: 'Wrong customerPhone' });
  expect(text).toBe('Please check');
  expect(refusalInForm(refused('customerAddress'), filled).text).toBe('Please check what is marked above.');
});

test('a name that is too long is said at its longer half', () => {
  const names = { ...filled, firstName: 'Amna', lastName: 'x'.repeat(130) };
  expect(refusalInForm(refused('customerName'), names).fieldErrors).toEqual({ lastName: 'Wrong customerName' });
  expect(refusalInForm(refused('customerName'), filled).fieldErrors).toEqual({ firstName: 'Wrong customerName' });
});

test('the input is restored, whatever else is stored with it', () => {
  expect(parseForm({ city: 'Lahore', phone: 42, cardNumber: '4111' })).toEqual({ ...EMPTY_FORM, city: 'Lahore' });
  expect(parseForm('broken')).toEqual(EMPTY_FORM);
});

const profile = {
  ...EMPTY_PROFILE,
  name: ' Ayesha Noor Khan ',
  email: 'a@b.pk',
  phone: '0300 1234567',
  address: '12 Mall Road',
  city: 'Lahore',
};

test('the profile fills empty fields and leaves the input unchanged', () => {
  expect(prefilled(EMPTY_FORM, profile)).toEqual({
    ...EMPTY_FORM,
    firstName: 'Ayesha',
    lastName: 'Noor Khan',
    email: 'a@b.pk',
    phone: '0300 1234567',
    address: '12 Mall Road',
    city: 'Lahore',
    zipCode: '',
    country: 'pk',
  });
  const typed = { ...EMPTY_FORM, lastName: 'Siddiqui', email: 'own@b.pk' };
  expect(prefilled(typed, profile)).toMatchObject({
    firstName: '',
    lastName: 'Siddiqui',
    email: 'own@b.pk',
    phone: '0300 1234567',
  });
});

test('an address is filled in as a whole, or not at all', () => {
  const abroad = { ...profile, country: 'gb' };
  expect(prefilled({ ...EMPTY_FORM, city: 'Multan' }, abroad)).toMatchObject({ address: '', city: 'Multan', country: 'pk' });
  expect(prefilled({ ...EMPTY_FORM, country: 'ae' }, abroad)).toMatchObject({ address: '', city: '', country: 'ae' });
  expect(prefilled(EMPTY_FORM, abroad)).toMatchObject({ address: '12 Mall Road', city: 'Lahore', country: 'gb' });
});

test('for somebody else only what the profile filled in is emptied', () => {
  const form = { ...prefilled(EMPTY_FORM, profile), phone: '0321 7654321' };
  const fields = fieldsFrom(profile, form);
  expect(fields).toEqual(['email', 'firstName', 'lastName', 'address', 'city']);
  expect(emptied(form, fields)).toEqual({ ...EMPTY_FORM, phone: '0321 7654321' });
  expect(fieldsFrom(EMPTY_PROFILE, form)).toEqual([]);
});

test('an order is filled in again from what the profile kept of it', () => {
  const form = { ...filled, lastName: 'Khan', city: 'Lahore', zipCode: '54000' };
  expect(prefilled(EMPTY_FORM, profileFrom(form))).toEqual(form);
});

test('a city is required when neither its field nor the address names one', async () => {
  expect(await cityQuestion({ ...filled, address: '12 Mall Road' })).toBe('Which city should we deliver to?');
  expect(await cityQuestion({ ...filled, address: '12 Mall Road, Lahore' })).toBeUndefined();
  expect(await cityQuestion({ ...filled, address: '12 Mall Road', city: 'Kot Radha Kishan' })).toBeUndefined();
});

test('a device keeps where its customer lives, not where a gift went', () => {
  const home = { ...EMPTY_PROFILE, address: 'House 1', city: 'Lahore', country: 'pk' };
  expect(profileAfter(filled, home)).toEqual(profileFrom(filled));
  const gift = { ...filled, recipientName: 'Sana Malik' };
  expect(profileAfter(gift, home)).toEqual({ ...profileFrom(filled), address: 'House 1', city: 'Lahore', country: 'pk' });
});

test('a profile has nothing of a gift', () => {
  expect(Object.keys(profileFrom({ ...filled, giftNote: 'Eid Mubarak' })).toSorted()).toEqual(
    Object.keys(EMPTY_PROFILE).toSorted(),
  );
});

test('wrap costs nothing once the order is no gift', () => {
  expect(wrapOf({ ...filled, isGift: '1', giftWrap: '150' })).toBe(150);
  expect(wrapOf({ ...filled, isGift: '', giftWrap: '150' })).toBe(0);
  expect(wrapOf({ ...filled, isGift: '1' })).toBe(0);
});

test('a step that lacks something required is not done', () => {
  const contact = { ...EMPTY_FORM, email: 'hina@example.com', firstName: 'Hina', phone: '0300 1234567' };
  expect([0, 1, 2].map((step) => hasGaps(step, EMPTY_FORM))).toEqual([true, true, false]);
  expect([0, 1].map((step) => hasGaps(step, contact))).toEqual([false, true]);
  expect(hasGaps(1, { ...contact, address: 'House 1' })).toBe(false);
});
