import { expect, test } from 'vitest';
import { joining } from '#domain/staff/contract.ts';
import { shopperSignup } from './contract.ts';
import { newPassword } from './new-password.ts';

const refusal = (typed: string) => newPassword.safeParse(typed).error?.issues.map(({ message }) => message);

test.each([
  ['password', 'A password has at least 10 characters'],
  ['aaaaaaaaaaaa', 'Too easy to guess: use at least 5 different characters'],
  ['1212121212', 'Too easy to guess: use at least 5 different characters'],
  ['ا ب پ ت '.repeat(8), 'Too long: at most 72 bytes'],
])('%s is refused: %s', (typed, message) => expect(refusal(typed)).toEqual([message]));

test('a short sentence will do', () => expect(refusal('tea at noon')).toBeUndefined());

test('shoppers and staff have the one rule', () => {
  expect(shopperSignup.shape.password).toBe(newPassword);
  expect(joining.shape.password).toBe(newPassword);
});
