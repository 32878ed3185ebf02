import type { ContactMessage } from '#shared/schemas/contact.ts';
import { SHOP } from '#shared/shop.ts';
import { callFunction } from '../database.ts';
import type { Call } from '../http/operation.ts';

/** Keeps a message to the shop; the mail about it waits in the outbox. */
export async function sendMessage({ db, body }: Call<ContactMessage>): Promise<null> {
  await callFunction(db, 'keep_contact_message', { message: body, recipient: SHOP.email });
  return null;
}
