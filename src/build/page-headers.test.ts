import { expect, test } from 'vitest';
import { policyOf } from './page-headers.ts';

const page = (policy: string) => `<html><head><meta http-equiv="content-security-policy" content="${policy}"></head></html>`;

test('the header has the pages’ policy, normalised', () => {
  const policy = "default-src 'self';img-src 'self' data:; script-src 'self' 'sha256-x=';";
  expect(policyOf([page(policy), page(policy)])).toBe("default-src 'self'; img-src 'self' data:; script-src 'self' 'sha256-x='");
});

test('pages with different policies, or none, stop the build, because the header would block them', () => {
  expect(() => policyOf([page("default-src 'self'"), page("default-src 'none'")])).toThrow();
  expect(() => policyOf([page("default-src 'self'"), '<html></html>'])).toThrow();
});
