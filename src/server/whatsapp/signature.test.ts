import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSigned } from './signature.ts';

const body = Buffer.from('{"text":"گولڈ 💍"}');
const signatureOf = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

test('a body is signed by the HMAC of its bytes', () => {
  expect(isSigned(body, signatureOf('secret'), 'secret')).toBe(true);
  expect(isSigned(Buffer.concat([body, Buffer.from(' ')]), signatureOf('secret'), 'secret')).toBe(false);
});

test.each(['', 'sha256=', 'sha256=00', `sha1=${'0'.repeat(40)}`, `sha256=${'é'.repeat(64)}`, signatureOf('other')])(
  '%s is no signature',
  (signature) => {
    expect(isSigned(body, signature, 'secret')).toBe(false);
  },
);
