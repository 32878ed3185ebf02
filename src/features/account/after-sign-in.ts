/** Where a shopper goes who has signed in: back to the checkout when they came from there, else to their profile. */
export function pageAfterSignIn(search: string): '/checkout' | '/profile' {
  return new URLSearchParams(search).get('next') === 'checkout' ? '/checkout' : '/profile';
}
