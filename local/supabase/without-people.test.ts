import { expect, test } from 'vitest';
import { withoutPeople } from './without-people.ts';

test.each([
  ['[auth] signup hina@example.com failed', '[auth] signup …@… failed'],
  ['{"email":"hina.k+1@mail.example.pk"}', '{"email":"…@…"}'],
  ['GET /auth/v1/user?email=hina%40example.com 200', 'GET /auth/v1/user?email=…@… 200'],
  ['DETAIL: Key (email)=(hina@example.com) already exists.', 'DETAIL: Key (email)= (…) already exists.'],
  ['Failing row contains (1, Hina, 0300 1234567).', 'Failing row contains (…).'],
  ['listening on http://127.0.0.1:8889', 'listening on http://127.0.0.1:8889'],
])('%s', (line, kept) => {
  expect(withoutPeople(line)).toBe(kept);
});
