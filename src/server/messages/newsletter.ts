import { type NewsletterSignup, type SubscriberQuery, subscriber } from '#domain/newsletter/contract.ts';
import { callPage, read, run } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';

/** Subscribes an address, once. The answer does not tell whether it was subscribed already. */
export async function subscribe(db: ShopDatabase, signup: NewsletterSignup): Promise<null> {
  await run(db.from('newsletter_subscribers').upsert(signup, { onConflict: 'email', ignoreDuplicates: true }));
  return null;
}

/** Subscribers, newest first. */
export function listSubscribers(db: ShopDatabase, paging: SubscriberQuery) {
  return callPage(db, 'list_subscribers', {}, paging, subscriber);
}

/** Removes an address from the list. @throws ApiError `subscriber_not_found` */
export async function removeSubscriber(db: ShopDatabase, id: string) {
  const removed = await read(
    db.from('newsletter_subscribers').delete().eq('id', id).select('*').maybeSingle(),
    subscriber.nullable(),
  );
  if (!removed) throw new ApiError('subscriber_not_found');
  return removed;
}
