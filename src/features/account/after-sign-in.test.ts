import { expect, test } from 'vitest';
import { pageAfterSignIn } from './after-sign-in.ts';

test('after signing in, shoppers return to the checkout if they came from there, else to their profile, never to another site', () => {
  expect(pageAfterSignIn('?next=checkout')).toBe('/checkout');
  for (const search of ['', '?next=', '?next=https://evil.example', '?next=//evil.example', '?next=/checkout'])
    expect(pageAfterSignIn(search)).toBe('/profile');
});
