import { expect, test } from 'vitest';
import { newPassword } from '#domain/accounts/new-password.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { assertHardToGuess, isCommon } from './guessable-password.ts';

const owner = { email: 'ayesha.khan@example.com', name: 'ayesha_k', shop: 'Naqsh Jewellery' };

const refusal = (password: string): string => {
  try {
    assertHardToGuess(password, owner);
    return '';
  } catch (refused) {
    return (refused as { errors?: { message: string }[]; message: string }).message;
  }
};

test.each([
  '1234567890',
  'qwertyuiop',
  'QWERTYuiop',
  'qwertyuiop1',
  'Qwertyuiop123!',
  'password2026!',
  'PakistanPakistan',
  '1q2w3e4r5t',
  'ｑｗｅｒｔｙｕｉｏｐ',
  'iloveyou1234',
])('%s is one of the first that are tried', (password) => expect(isCommon(password)).toBe(true));

test.each([
  'ayesha.khan@example.com',
  'AyeshaKhan',
  'ayeshakhan2026',
  'Ayesha.Khan!',
  'ayesha_k_1234',
  'naqshjewellery',
  '123NaqshJewellery456',
])('%s is the account’s own', (password) => expect(refusal(password)).not.toBe(''));

test.each(['tea at noon', 'seven green bangles', 'ayesha has seven bangles', 'correct horse battery', 'chand-raat-1447-lahore'])(
  '%s will do',
  (password) => expect(refusal(password)).toBe(''),
);

test('a thousand of the length that the shop asks for are among them, each as it is compared', () => {
  const all = [...COMMON_PASSWORDS];
  expect(all.filter((password) => newPassword.safeParse(password).success).length).toBeGreaterThan(1_000);
  expect(all.filter((password) => password !== password.normalize('NFKC').toLowerCase())).toEqual([]);
});
