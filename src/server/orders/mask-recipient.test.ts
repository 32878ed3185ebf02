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

test('an address shows its beginning, and not how long it is', () => {
  expect(maskAddress('House 12, Street 4, F-7/2, near the mosque')).toBe('House 12, St•••');
  expect(maskAddress('12 Mall Road')).toBe('12 M•••');
  expect(maskAddress('Flat 9')).toBe('Fl•••');
});
