import { isVisible } from '#domain/text.ts';
import type { WhatsappMessage, WhatsappNotification, WhatsappStatus } from '#domain/whatsapp/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { BUTTONS } from './question.ts';
import type { WhatsappSettings } from './whatsapp-variables.ts';

/**
 * Takes what happened on the shop's WhatsApp number: answers, and what became of questions. Telling it twice, or in another order, changes nothing.
 * @throws ApiError `database_unreachable`, upon which Meta tells it again
 */
export async function receiveNotification(
  db: ShopDatabase,
  { entry }: WhatsappNotification,
  { phoneNumberId }: Pick<WhatsappSettings, 'phoneNumberId'>,
): Promise<null> {
  const values = entry
    .flatMap(({ changes }) => changes)
    .map(({ value }) => value)
    .filter(({ metadata }) => metadata.phone_number_id === phoneNumberId);
  const messages = values.flatMap((value) => value.messages.flatMap(answerOf));
  const statuses = values.flatMap((value) => value.statuses.map(statusOf));
  if (messages.length + statuses.length > 0) await callFunction(db, 'receive_whatsapp', { messages, statuses });
  return null;
}

const PAYLOAD = new RegExp(`^(${BUTTONS.join('|')}):([0-9a-f]{64})$`);

type Answer = {
  id: string;
  phone: string;
  sent_at: string;
  answers: string | null;
  pressed: string | null;
  key: string | null;
  body: string | null;
};

/** What of a message concerns an order: a button of the shop's, or a text. Of who hides their number, nothing does. */
function answerOf({ id, from, timestamp, button, text, context }: WhatsappMessage): Answer[] {
  if (!from) return [];
  const sent = { id, phone: from, sent_at: timestamp, answers: context?.id ?? null };
  const [, pressed, key] = PAYLOAD.exec(button?.payload ?? '') ?? [];
  if (pressed && key) return [{ ...sent, pressed, key, body: null }];
  return text && isVisible(text.body) ? [{ ...sent, pressed: null, key: null, body: text.body }] : [];
}

function statusOf({ id, status, timestamp, biz_opaque_callback_data: question, errors }: WhatsappStatus) {
  const error = errors.map(({ code, title }) => [code, title].filter(Boolean).join(': ')).join(', ');
  return { id, question: question ?? null, status, at: timestamp, error: error.slice(0, 300) || null };
}
