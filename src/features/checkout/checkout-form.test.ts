import { expect, test } from 'vitest';
import { ApiFailure } from '#browser/api.ts';
import { cityQuestion, EMPTY_FORM, missingFields, parseForm, prefilled, refusalInForm, stepOfFirst } from './checkout-form.ts';

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
