import * as z from 'zod';
import { contactMessage } from '#shared/schemas/contact.ts';
import { order } from '#shared/schemas/order.ts';
import { callFunction } from '../database.ts';
import type { Database } from '../supabase.ts';
import { contactNotice } from './contact-notice.ts';
import type { Mail, Sender } from './letter.ts';
import { orderConfirmation } from './order-confirmation.ts';
import { SendFailure } from './send-failure.ts';

const waitingMail = z.object({ id: z.string(), kind: z.string(), recipient: z.string(), payload: z.unknown() });

export type WaitingMail = z.infer<typeof waitingMail>;

/** What became of a claimed mail. `waiting` has no deadline, `untried` is as if it had not been claimed. */
export interface MailResult {
  id: string;
  outcome: 'sent' | 'failed' | 'waiting' | 'untried';
  error?: string;
}

/** Takes mails that are due, so that no other sender has them for a minute at least. @throws ApiError 503 */
export async function claimMails(db: Database, most: number): Promise<WaitingMail[]> {
  return z.array(waitingMail).parse(await callFunction(db, 'claim_mails', { most }));
}

/** Writes down what became of claimed mails. Returns the ids of those that are given up. @throws ApiError 503 */
export async function recordMails(db: Database, results: MailResult[]): Promise<string[]> {
  return z.array(z.string()).parse(await callFunction(db, 'record_mails', { results }));
}

/** Writes the mail that a row of the outbox stands for. @throws SendFailure when its payload is not what its kind needs */
export function writeMail({ id, kind, recipient: to, payload }: WaitingMail, sender: Sender): Mail {
  const ordered = kind === 'order_confirmation' && order.safeParse(payload).data;
  if (ordered) return { id, to, ...orderConfirmation(ordered, sender) };
  const message = kind === 'contact_message' && contactMessage.safeParse(payload).data;
  if (message) return { id, to, ...contactNotice(message, sender) };
  throw new SendFailure(`the row cannot be read as ${kind}`, { concernsAll: false });
}
