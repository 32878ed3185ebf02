import { expect, test } from 'vitest';
import { maskAddress, maskName, maskPhone } from './mask-recipient.ts';

test('a name shows the first letter of each word, whatever the script', () => {
  expect(maskName('Ayesha Khan')).toBe('A••• K•••');
  expect(maskName('  عائشہ  خان ')).toBe('ع••• خ•••');
  expect(maskName('Z')).toBe('Z•••');
  expect(maskName('')).toBe('');
});

test('a phone shows its network and its last two digits', () => {
  expect(maskPhone('+923001234567')).toBe('0300•••••67');
  expect(maskPhone('+447700900123')).toBe('+447•••••23');
});

test.each([
  ['House 15, Street 4, Gulshan', 'House 15, Str…, Gulshan'],
  ['House 12, Street 4, F-7/2, near the mosque', 'House 12, Str…, F-7…, near the mosque'],
  ['House No 12, Street 4, E-7, DHA Phase 5 Extension', 'House No…, Str…, E-…, DHA Phase 5…'],
  ['House 9, Satellite Town', 'House 9, Sat…'],
  ['12 Mall Road, Lahore', '12 Mall…, Lah…'],
  ['12 Mall Road', '12…'],
  ['House 15 Street 4 Gulshan Karachi', 'House 15 Street…'],
  ['Flat 9', 'Flat…'],
  ['Haveli', 'Hav…'],
  ['مکان ۵، گلی ۴، گلشن', 'مکان ۵, گلی…, گلشن'],
])('of %s the page shows %s', (address, shown) => {
  expect(maskAddress(address)).toBe(shown);
});

test('an address without a space or a comma does not show itself', () => {
  expect(maskAddress('x'.repeat(500)).length).toBeLessThan(20);
  expect(maskAddress(`${'x'.repeat(100)}, ${'y'.repeat(100)}, ${'z'.repeat(100)}`).length).toBeLessThan(40);
});
