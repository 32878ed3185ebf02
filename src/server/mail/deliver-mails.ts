import type { ShopDatabase } from '#server/database/client.ts';
import { env } from '#server/env.ts';
import { currentSettings } from '#server/settings/settings.ts';
import { deliverOutbox, inBackground } from './deliver-outbox.ts';
import { canSendMail } from './mail-settings.ts';
import { claimMails, recordResults, writeEmail } from './outbox.ts';
import { sendEmail } from './send-email.ts';
import { SendFailure } from './send-failure.ts';

/** Kinds of mail in the outbox's error messages. */
const KIND_LABELS: Record<string, string> = {
  order_confirmation: 'order',
  contact_message: 'contact',
  message_answer: 'answer',
  staff_invitation: 'invitation',
  back_in_stock: 'stock notice',
  review_request: 'asking for reviews',
  bank_account: 'bank account',
  delivery_attempt: 'failed delivery',
  order_link: 'link of an order',
};

/** Lets go what the limits of the day leave room for, and sends the mails that are due. Any number of runs may overlap. @throws ApiError `database_unreachable` */
export async function deliverMails(db: ShopDatabase): Promise<void> {
  // Read before any mail is claimed: without the sender none can be written.
  const sender = await currentSettings(db);
  await deliverOutbox({
    messages: 'mails',
    claim: (count) => claimMails(db, count),
    send: async (row) => {
      if (!canSendMail()) throw notSetUp(row.kind);
      await sendEmail(writeEmail(row, sender, env.URL), sender);
      return undefined;
    },
    record: (results) => recordResults(db, results),
  });
}

const deliverInBackground = inBackground('mails', deliverMails);

/** Sends new mails in the background, if sending is set up. */
export function deliverMailsSoon(db: ShopDatabase): Promise<void> {
  return canSendMail() ? deliverInBackground(db) : Promise.resolve();
}

function notSetUp(kind: string): SendFailure {
  const message = `missing configuration for ${KIND_LABELS[kind] ?? kind}: RESEND_API_KEY is not set`;
  return new SendFailure(message, { isProviderDown: false, outcome: 'waiting' });
}
