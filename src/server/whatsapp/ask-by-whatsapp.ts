import * as z from 'zod';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { named } from '#server/database/read-answer.ts';
import { deliverOutbox, inBackground } from '#server/mail/deliver-outbox.ts';
import { type Claimed, claimWhatsappMessages, type SendResult } from '#server/mail/outbox.ts';
import { SendFailure } from '#server/mail/send-failure.ts';
import { secrets } from '#server/secrets.ts';
import { orderQuestion, questionMessage } from './question.ts';
import { sendMessage } from './send-message.ts';
import { whatsapp } from './whatsapp-settings.ts';
import type { WhatsappSettings } from './whatsapp-variables.ts';

/**
 * Asks by WhatsApp whether new orders are meant, if it is set up, and repeats what failed. Any number of runs may overlap.
 * @throws ApiError `database_unreachable`
 */
export async function askByWhatsapp(db: ShopDatabase): Promise<void> {
  const settings = whatsapp;
  if (!settings) return;
  await callFunction(db, 'queue_whatsapp_questions', { limited: secrets.SHOP_RATE_LIMITS === 'on' });
  await deliverOutbox({
    messages: 'WhatsApp messages',
    claim: (count) => claimWhatsappMessages(db, count),
    send: (row) => sendQuestion(row, settings),
    record: (results) => recordQuestions(db, results),
  });
}

const askInBackground = inBackground('WhatsApp messages', askByWhatsapp);

/** Asks about new orders in the background, if WhatsApp is set up. */
export function askByWhatsappSoon(db: ShopDatabase): Promise<void> {
  return whatsapp ? askInBackground(db) : Promise.resolve();
}

async function sendQuestion({ id, recipient, payload }: Claimed, settings: WhatsappSettings): Promise<string> {
  const { data } = orderQuestion.safeParse(named(orderQuestion, payload));
  if (!data) throw new SendFailure('the row cannot be read as whatsapp_question', { isProviderDown: false });
  return sendMessage(questionMessage(id, recipient, data, settings), settings);
}

async function recordQuestions(db: ShopDatabase, results: SendResult[]): Promise<string[]> {
  return callFunction(db, 'record_whatsapp_questions', { results }, z.array(z.string()));
}
