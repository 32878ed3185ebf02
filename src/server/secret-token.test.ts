import { expect, test } from 'vitest';
import { isSameSecret } from './secret-token.ts';

test('secrets are compared whatever their length', () => {
  expect(isSameSecret('token', 'token')).toBe(true);
  for (const other of ['', 'toke', 'token ', 'Token']) expect(isSameSecret(other, 'token'), other).toBe(false);
});
