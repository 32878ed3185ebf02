import { type UnsentMailQuery, unsentMail } from '#domain/mail/contract.ts';
import { callFunction, callPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** Mails that were held back or given up, newest first. */
export function listUnsentMails(db: ShopDatabase, { status, ...paging }: UnsentMailQuery) {
  return callPage(db, 'list_unsent_mails', { status: status ?? null }, paging, unsentMail);
}

/** Lets a mail go whatever the limits; its sending follows. @throws ApiError `mail_not_found` */
export async function sendMailNow(db: ShopDatabase, id: string): Promise<null> {
  await callFunction(db, 'send_mail_now', { mail_id: id });
  return null;
}

/** Removes a mail that did not go. @throws ApiError `mail_not_found` */
export async function dropMail(db: ShopDatabase, id: string): Promise<null> {
  await callFunction(db, 'drop_mail', { mail_id: id });
  return null;
}
