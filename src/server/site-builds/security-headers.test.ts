import { expect, test } from 'vitest';
import { policyOf } from './security-headers.ts';

const page = (policy: string) => `<html><head><meta http-equiv="content-security-policy" content="${policy}"></head></html>`;

test('the header says what the pages say, tidily', () => {
  const policy = "default-src 'self';img-src 'self' data:; script-src 'self' 'sha256-x=';";
  expect(policyOf([page(policy), page(policy)])).toBe("default-src 'self'; img-src 'self' data:; script-src 'self' 'sha256-x='");
});

test('pages that differ, or have none, stop the build: a header that forbids what they need would leave them dead', () => {
  expect(() => policyOf([page("default-src 'self'"), page("default-src 'none'")])).toThrow();
  expect(() => policyOf([page("default-src 'self'"), '<html></html>'])).toThrow();
});
