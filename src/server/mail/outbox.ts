import * as z from 'zod';
import { contactMessage } from '#domain/messages/contact.ts';
import { placedOrder } from '#domain/orders/contract.ts';
import { ownerNews } from '#domain/owner-news/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { named } from '#server/database/read-answer.ts';
import type { Database } from '#server/database/types.ts';
import { secrets } from '#server/secrets.ts';
import { accountLinkEmail, addressProof, passwordReset } from './account-mails.ts';
import { backInStock, backInStockEmail } from './back-in-stock.ts';
import { bankAccountEmail, bankAccountNotice } from './bank-account.ts';
import { answeredMessage, contactNotice, messageAnswer } from './contact-emails.ts';
import { deliveryAttempt, deliveryAttemptEmail } from './delivery-attempt.ts';
import type { Email, OutgoingEmail, Sender } from './email.ts';
import { orderConfirmation } from './order-confirmation.ts';
import { orderLink, orderLinkEmail } from './order-link.ts';
import { ownerNewsEmail } from './owner-news.ts';
import { parcelArrived, parcelLeft, parcelNews } from './parcel-news.ts';
import { returnDecided, returnDecidedEmail } from './return-decided.ts';
import { reviewRequest, reviewRequestEmail } from './review-request.ts';
import { SendFailure } from './send-failure.ts';
import { shopStatusEmail, shopStatusNews } from './shop-status.ts';
import { staffInvitation, staffInvitationEmail } from './staff-invitation.ts';

/** Writes a kind of mail; null when the payload does not fit. */
type Template = (payload: unknown, sender: Sender, shopUrl: string) => Email | null;

/** What the outbox holds, but for questions by WhatsApp. */
type MailKind = Exclude<Database['public']['Tables']['mail_outbox']['Row']['kind'], 'whatsapp_question'>;

/** Every kind of mail: the schema of its payload, and its template. */
const TEMPLATES: Record<MailKind, Template> = {
  order_confirmation: template(placedOrder, orderConfirmation),
  contact_message: template(contactMessage, contactNotice),
  message_answer: template(answeredMessage, messageAnswer),
  staff_invitation: template(staffInvitationEmail, staffInvitation),
  back_in_stock: template(backInStockEmail, backInStock),
  password_reset: template(accountLinkEmail, passwordReset),
  address_proof: template(accountLinkEmail, addressProof),
  review_request: template(reviewRequestEmail, reviewRequest),
  shop_status: template(shopStatusEmail, shopStatusNews),
  bank_account: template(bankAccountEmail, bankAccountNotice),
  owner_news: template(ownerNews, ownerNewsEmail),
  return_decided: template(returnDecidedEmail, returnDecided),
  delivery_attempt: template(deliveryAttemptEmail, deliveryAttempt),
  order_link: template(orderLinkEmail, orderLink),
  parcel_left: template(parcelNews, parcelLeft),
  parcel_arrived: template(parcelNews, parcelArrived),
};

const claimed = z.object({ id: z.string(), kind: z.string(), recipient: z.string(), payload: z.unknown() });

/** A row of the outbox that is being sent. */
export type Claimed = z.infer<typeof claimed>;

/** What happened to a claimed row. `waiting` ones have no deadline, `refused` ones are given up at once, `untried` ones count as never claimed. */
export type SendResult = {
  id: string;
  outcome: 'sent' | 'failed' | 'waiting' | 'refused' | 'untried';
  error?: string;
  /** What the provider calls what was sent. */
  reference?: string;
};

/** Claims mails that are due and have room; no other sender gets them for at least a minute. @throws ApiError `database_unreachable` */
export function claimMails(db: ShopDatabase, count: number): Promise<Claimed[]> {
  const args = { max_mails: count, limited: secrets.SHOP_RATE_LIMITS === 'on' };
  return callFunction(db, 'claim_admitted_mails', args, z.array(claimed));
}

/** The same for WhatsApp, whose messages have no such limits. @throws ApiError `database_unreachable` */
export function claimWhatsappMessages(db: ShopDatabase, count: number): Promise<Claimed[]> {
  return callFunction(db, 'claim_mails', { max_mails: count, channel: 'whatsapp' }, z.array(claimed));
}

/** Records what happened to claimed rows and returns the ids of those given up. @throws ApiError `database_unreachable` */
export function recordResults(db: ShopDatabase, results: SendResult[]): Promise<string[]> {
  return callFunction(db, 'record_mails', { results }, z.array(z.string()));
}

/** Writes the mail of an outbox row. `shopUrl` is where shoppers reach the shop. @throws SendFailure when its payload does not fit its kind */
export function writeEmail({ id, kind, recipient: to, payload }: Claimed, sender: Sender, shopUrl: string): OutgoingEmail {
  const email = (TEMPLATES as Record<string, Template>)[kind]?.(payload, sender, shopUrl);
  if (email) return { id, to, ...email };
  throw new SendFailure(`the row cannot be read as ${kind}`, { isProviderDown: false });
}

function template<Schema extends z.ZodType>(
  schema: Schema,
  write: (payload: z.output<Schema>, sender: Sender, shopUrl: string) => Email,
): Template {
  return (payload, sender, shopUrl) => {
    const { data } = schema.safeParse(named(schema, payload));
    return data === undefined ? null : write(data, sender, shopUrl);
  };
}
