import { read, readPage } from '#server/database/calls.ts';
import { ApiError } from '#server/errors.ts';
import type { Call, StaffCall } from '#server/http/operation.ts';
import type { NewsletterSignup, SubscriberQuery } from '#shared/schemas/newsletter.ts';

/** Puts an address on the newsletter's list, once. The answer does not tell whether it was there. */
export async function subscribe({ db, body }: Pick<Call<NewsletterSignup>, 'db' | 'body'>): Promise<null> {
  await read(db.from('newsletter_subscribers').upsert(body, { onConflict: 'email', ignoreDuplicates: true }));
  return null;
}

/** Who gets the newsletter, newest first. */
export function listSubscribers({ db, query }: Call<unknown, SubscriberQuery>) {
  return readPage(
    () => db.from('newsletter_subscribers').select('*', { count: 'exact' }).order('created_at', { ascending: false }).order('id'),
    query,
  );
}

/** Takes an address off the list. @throws ApiError 404 `subscriber_not_found` */
export async function removeSubscriber({ db, params }: StaffCall<unknown, unknown, { id: string }>) {
  const removed = await read(db.from('newsletter_subscribers').delete().eq('id', params.id).select('*').maybeSingle());
  if (!removed) throw new ApiError('subscriber_not_found');
  return removed;
}
