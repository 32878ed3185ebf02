import type { NewsletterSignup } from '#shared/schemas/newsletter.ts';
import { read } from '../database.ts';
import type { Call } from '../http/operation.ts';

/** Puts an address on the newsletter's list, once. The answer does not tell whether it was there. */
export async function subscribe({ db, body }: Call<NewsletterSignup>): Promise<null> {
  await read(db.from('newsletter_subscribers').upsert(body, { onConflict: 'email', ignoreDuplicates: true }));
  return null;
}
