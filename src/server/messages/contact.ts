import { callFunction } from '#server/database/calls.ts';
import type { Call } from '#server/http/operation.ts';
import { deliverMailsSoon } from '#server/mail/deliver-mails.ts';
import { mailSettings } from '#server/mail/mail-settings.ts';
import { currentSettings } from '#server/settings/read-settings.ts';
import type { ContactMessage } from '#shared/schemas/contact.ts';

/** Keeps a message to the shop, and the mail that tells the shop of it. The answer does not wait for that mail. */
export async function sendMessage({
  db,
  body,
  waitUntil,
}: Pick<Call<ContactMessage>, 'db' | 'body' | 'waitUntil'>): Promise<null> {
  const recipient = mailSettings.MAIL_TO ?? (await currentSettings(db)).contact.email;
  await callFunction(db, 'keep_contact_message', { message: body, recipient });
  waitUntil(deliverMailsSoon(db));
  return null;
}
