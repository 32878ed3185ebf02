import { callFunction, callPage } from '#server/database/calls.ts';
import type { Call, StaffCall } from '#server/http/operation.ts';
import { deliverMailsSoon } from '#server/mail/deliver-mails.ts';
import type { MessageAnswer, MessageQuery, MessageStatusChange } from '#shared/schemas/messages.ts';

type OneMessage = { id: string };

/** Messages of visitors, newest first, with their answers. */
export function listMessages({ db, query }: Call<unknown, MessageQuery>) {
  return callPage(db, 'message_page', { status: query.status ?? null }, query);
}

/** Marks a message as new, read or done. @throws ApiError 404 `message_not_found` */
export function setMessageStatus({ db, params, body }: StaffCall<MessageStatusChange, unknown, OneMessage>) {
  return callFunction(db, 'set_message_status', { message_id: params.id, status: body.status });
}

/** Answers a message by mail, which is sent after the reply to staff; the message is done. @throws ApiError 404 `message_not_found` */
export async function answerMessage({ db, params, body, staff, waitUntil }: StaffCall<MessageAnswer, unknown, OneMessage>) {
  const message = await callFunction(db, 'answer_message', { message_id: params.id, answer: body.answer, actor: staff.id });
  waitUntil(deliverMailsSoon(db));
  return message;
}
