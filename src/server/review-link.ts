import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { secrets } from './secrets.ts';

/** What a link in a mail that asks for reviews may do: prove that its reader bought the pieces, or end such mails. */
type Purpose = 'review' | 'stop';

/** An id of 24 hexadecimal digits, as letters of an address. */
const ID_LETTERS = 16;

/**
 * The token of a link to an order's reviews: its id, signed, so that nothing has to be stored and nothing personal is in the address. Changing the secret key
 * ends the links that are out: reviews are then marked by phone or e-mail address, as everybody else's.
 */
export function reviewLinkToken(purpose: Purpose, orderId: string): string {
  return Buffer.from(orderId, 'hex').toString('base64url') + signature(purpose, orderId);
}

/** The id of the order that a token was made for; undefined for any other text. */
export function orderOfReviewLink(purpose: Purpose, token: string): string | undefined {
  const orderId = Buffer.from(token.slice(0, ID_LETTERS), 'base64url').toString('hex');
  const expected = Buffer.from(reviewLinkToken(purpose, orderId));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected) ? orderId : undefined;
}

function signature(purpose: Purpose, orderId: string): string {
  const key = new Uint8Array(hkdfSync('sha256', secrets.SUPABASE_SECRET_KEY, '', 'links to reviews', 32));
  return createHmac('sha256', key).update(`${purpose} ${orderId}`).digest('base64url');
}
