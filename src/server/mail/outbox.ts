import * as z from 'zod';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { contactMessage } from '#shared/schemas/contact.ts';
import { order } from '#shared/schemas/orders.ts';
import { contactNotice } from './contact-notice.ts';
import type { Letter, Mail, Sender } from './email.ts';
import { answeredMessage, messageAnswer } from './message-answer.ts';
import { orderConfirmation } from './order-confirmation.ts';
import { SendFailure } from './send-failure.ts';
import { staffInvitation, staffInvitationMail } from './staff-invitation.ts';

/** Writes a kind of mail; null when the payload is not what it needs. */
type Template = (payload: unknown, sender: Sender, shopUrl: string) => Letter | null;

/** Every kind of mail: what its payload must be, and what is made of it. */
const TEMPLATES: Record<string, Template> = {
  order_confirmation: template(order, orderConfirmation),
  contact_message: template(contactMessage, contactNotice),
  message_answer: template(answeredMessage, messageAnswer),
  staff_invitation: template(staffInvitationMail, staffInvitation),
};

const waitingMail = z.object({ id: z.string(), kind: z.string(), recipient: z.string(), payload: z.unknown() });

export type WaitingMail = z.infer<typeof waitingMail>;

/** What became of a claimed mail. `waiting` has no deadline, `untried` is as if it had not been claimed. */
export type MailResult = {
  id: string;
  outcome: 'sent' | 'failed' | 'waiting' | 'untried';
  error?: string;
};

/** Takes mails that are due, so that no other sender has them for a minute at least. @throws ApiError 503 */
export async function claimMails(db: ShopDatabase, most: number): Promise<WaitingMail[]> {
  return z.array(waitingMail).parse(await callFunction(db, 'claim_mails', { most }));
}

/** Writes down what became of claimed mails. Returns the ids of those that are given up. @throws ApiError 503 */
export async function recordMails(db: ShopDatabase, results: MailResult[]): Promise<string[]> {
  return z.array(z.string()).parse(await callFunction(db, 'record_mails', { results }));
}

/** Writes the mail that a row of the outbox stands for. Takes where shoppers reach the shop. @throws SendFailure when its payload is not what its kind needs */
export function writeMail({ id, kind, recipient: to, payload }: WaitingMail, sender: Sender, shopUrl: string): Mail {
  const letter = TEMPLATES[kind]?.(payload, sender, shopUrl);
  if (letter) return { id, to, ...letter };
  throw new SendFailure(`the row cannot be read as ${kind}`, { concernsAll: false });
}

function template<Schema extends z.ZodType>(
  schema: Schema,
  write: (payload: z.output<Schema>, sender: Sender, shopUrl: string) => Letter,
): Template {
  return (payload, sender, shopUrl) => {
    const { data } = schema.safeParse(payload);
    return data === undefined ? null : write(data, sender, shopUrl);
  };
}
