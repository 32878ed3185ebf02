import { expect, test } from 'vitest';
import { ApiFailure } from '#browser/api.ts';
import { loginFailureText } from './login-failure-text.ts';

test('wrong credentials get one message, whichever half was wrong', () => {
  expect(loginFailureText(new ApiFailure(401, 'unauthorized', 'Nobody of that name'))).toBe('Invalid username or password');
});

test('an unreachable or failing server asks to try again', () => {
  expect(loginFailureText(new ApiFailure(0, 'unreachable', 'We cannot reach the shop.'))).toBe('Login failed. Please try again.');
  expect(loginFailureText(new ApiFailure(503, 'auth_unreachable', 'Down'))).toBe('Login failed. Please try again.');
});

test('too many tries get a message of their own', () => {
  expect(loginFailureText(new ApiFailure(429, 'too_many_requests', 'Too many requests. Try again in a minute.'))).toContain(
    'Too many',
  );
});

test('a wrong code gets a message of its own', () => {
  const refusal = new ApiFailure(401, 'second_factor_wrong', 'This code is not right.');
  expect(loginFailureText(refusal)).toBe('This code is not right.');
});
