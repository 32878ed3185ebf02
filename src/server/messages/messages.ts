import type { ContactMessage } from '#domain/messages/contact.ts';
import { type MessageAnswer, type MessageQuery, type MessageStatusChange, message } from '#domain/messages/contract.ts';
import { callFunction, callPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { mailSettings } from '#server/mail/mail-settings.ts';
import { currentSettings } from '#server/settings/settings.ts';

/** Stores a message to the shop, and puts the mail that tells the shop about it into the outbox. */
export async function sendMessage(db: ShopDatabase, message: ContactMessage): Promise<null> {
  const recipient = mailSettings.MAIL_TO ?? (await currentSettings(db)).contact.email;
  await callFunction(db, 'add_contact_message', { message, recipient });
  return null;
}

/** Visitors' messages, newest first, with their answers. */
export function listMessages(db: ShopDatabase, { status, ...paging }: MessageQuery) {
  return callPage(db, 'list_messages', { status: status ?? null }, paging, message);
}

/** Marks a message as new, read or done. @throws ApiError `message_not_found` */
export function setMessageStatus(db: ShopDatabase, id: string, { status }: MessageStatusChange) {
  return callFunction(db, 'set_message_status', { message_id: id, status }, message);
}

/** Answers a message by mail and marks it as done. `actor` is the staff member's id. @throws ApiError `message_not_found` */
export function answerMessage(db: ShopDatabase, id: string, { answer }: MessageAnswer, actor: string) {
  return callFunction(db, 'answer_message', { message_id: id, answer, actor }, message);
}
