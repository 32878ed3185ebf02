import { createHmac, hkdfSync } from 'node:crypto';
import { newToken } from './secret-token.ts';
import { secrets } from './secrets.ts';

/** A new link that is mailed to the owner of an account: its id, and its token. */
export function newAccountLink(): { id: string; token: string } {
  const id = newToken();
  return { id, token: accountLinkToken(id) };
}

/**
 * The token of a link, of its id: whoever reads the database, its outbox and its backups finds no token there. A link is good for three days at most,
 * so changing the secret key costs no more than those on their way.
 */
export function accountLinkToken(id: string): string {
  const key = new Uint8Array(hkdfSync('sha256', secrets.SUPABASE_SECRET_KEY, '', 'links to accounts', 32));
  return createHmac('sha256', key).update(id).digest('base64url');
}
