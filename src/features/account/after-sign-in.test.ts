import { expect, test } from 'vitest';
import { pageAfterSignIn } from './after-sign-in.ts';

test('who came from the checkout goes back there, everybody else to their profile, nobody to another site', () => {
  expect(pageAfterSignIn('?next=checkout')).toBe('/checkout');
  for (const search of ['', '?next=', '?next=https://evil.example', '?next=//evil.example', '?next=/checkout'])
    expect(pageAfterSignIn(search)).toBe('/profile');
});
