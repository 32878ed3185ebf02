/** Where to go after signing in: back to the checkout if the shopper came from there, otherwise to the profile. */
export function pageAfterSignIn(search: string): '/checkout' | '/profile' {
  return new URLSearchParams(search).get('next') === 'checkout' ? '/checkout' : '/profile';
}
