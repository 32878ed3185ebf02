import { expect, test } from 'vitest';
import { chatInAddress } from './chat-in-address.ts';
import { EMPTY_FORM } from './checkout-form.ts';

const said = (address: string, typed = {}) =>
  chatInAddress({ ...EMPTY_FORM, ...typed, address }).map(({ label, text }) => `${label}: ${text}`);

test('a pasted chat says who orders and where the parcel goes, without greeting, times and sender', () => {
  const chat =
    '[11:42 pm] Ayesha: Assalamualaikum\nName: Ayesha Khan\nHouse 15, Street 4, Gulshan e Iqbal, Karachi\n0321 7654321';
  expect(said(chat)).toEqual([
    'Name: Ayesha Khan',
    'Phone: +923217654321',
    'Address: House 15, Street 4, Gulshan e Iqbal, Karachi',
    'City: Karachi',
  ]);
});

test('what is typed already is named as what would be replaced, and not offered when it says the same', () => {
  const [name, phone] = chatInAddress({
    ...EMPTY_FORM,
    firstName: 'Sana',
    phone: '+923217654321',
    address: 'Ayesha Khan\nHouse 12, Street 4, F-7/2, Islamabad\n03217654321',
  });
  expect(name).toMatchObject({ label: 'Name', before: 'Sana', fields: { firstName: 'Ayesha', lastName: 'Khan' } });
  expect(phone?.label).toBe('Address');
});

test('an address in several lines is no chat', () => {
  expect(said('Flat 302 Rufi Heights\nGulshan-e-Iqbal Block 13\nKarachi 75300')).toEqual([]);
  expect(said('House 15, Street 4, Gulshan e Iqbal, Karachi')).toEqual([]);
});
