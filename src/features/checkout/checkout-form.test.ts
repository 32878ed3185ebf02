import { expect, test } from 'vitest';
import { cityQuestion, EMPTY_FORM, fieldErrorsOf, missingFields, parseForm, prefilled, stepOfFirst } from './checkout-form.ts';

const filled = { ...EMPTY_FORM, email: 'a@example.com', firstName: 'Amna', phone: '03001234567', address: '12 Mall Road' };

test('email, first name, phone and address are enough', () => {
  expect(missingFields(filled)).toEqual({});
});

test('blanks count as empty', () => {
  expect(Object.keys(missingFields({ ...filled, address: '   ' }))).toEqual(['address']);
});

test('the wizard goes back to the first incomplete step', () => {
  expect(stepOfFirst(missingFields({ ...filled, address: '' }))).toBe(1);
  expect(stepOfFirst(missingFields({ ...filled, address: '', phone: '' }))).toBe(0);
  expect(stepOfFirst({})).toBeUndefined();
});

test('the server’s field errors show at their fields in the form', () => {
  const errors = [
    { path: 'customerPhone', message: 'Enter a valid phone number' },
    { path: 'items.0.quantity', message: 'At most 100 of one item' },
  ];
  expect(fieldErrorsOf(errors)).toEqual({ phone: 'Enter a valid phone number' });
});

test('the input is restored, whatever else is stored with it', () => {
  expect(parseForm({ city: 'Lahore', phone: 42, cardNumber: '4111' })).toEqual({ ...EMPTY_FORM, city: 'Lahore' });
  expect(parseForm('broken')).toEqual(EMPTY_FORM);
});

test('the profile fills empty fields and leaves the input unchanged', () => {
  const profile = { name: ' Ayesha Noor Khan ', email: 'a@b.pk', phone: '0300 1234567', address: '12 Mall Road' };
  expect(prefilled(EMPTY_FORM, profile)).toMatchObject({ firstName: 'Ayesha', lastName: 'Noor Khan', email: 'a@b.pk' });
  const typed = { ...EMPTY_FORM, lastName: 'Siddiqui', email: 'own@b.pk' };
  expect(prefilled(typed, profile)).toMatchObject({
    firstName: '',
    lastName: 'Siddiqui',
    email: 'own@b.pk',
    phone: '0300 1234567',
  });
});

test('a city is required when neither its field nor the address names one', async () => {
  expect(await cityQuestion({ ...filled, address: '12 Mall Road' })).toBe('Which city should we deliver to?');
  expect(await cityQuestion({ ...filled, address: '12 Mall Road, Lahore' })).toBeUndefined();
  expect(await cityQuestion({ ...filled, address: '12 Mall Road', city: 'Kot Radha Kishan' })).toBeUndefined();
});
