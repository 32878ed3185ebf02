import { setTimeout as pause } from 'node:timers/promises';
import type { ShopDatabase } from '#server/database/client.ts';
import { env } from '#server/env.ts';
import { logFailure } from '#server/log.ts';
import { currentSettings } from '#server/settings/read-settings.ts';
import type { Sender } from './email.ts';
import { canSendMail, mailSettings } from './mail-settings.ts';
import { claimMails, type MailResult, recordMails, type WaitingMail, writeMail } from './outbox.ts';
import { sendByResend } from './send-by-resend.ts';
import { SendFailure } from './send-failure.ts';
import { writeToFolder } from './write-to-folder.ts';

const MAILS_AT_ONCE = 20;

/** A scheduled function has thirty seconds, and the last mail may need five of them. */
const RUN_MS = 15_000;

/** A burst of orders becomes one batch of mails, and asks the database twice instead of twice for each. */
const GATHERING_MS = 200;

/** What missing settings are missing for, in the outbox's words. */
const KIND_WORDS: Record<string, string> = {
  order_confirmation: 'order',
  contact_message: 'contact',
  message_answer: 'answer',
  staff_invitation: 'invitation',
};

/**
 * Sends the mails that are due, one after the other, and writes down what became of each. Stops early when the service takes none.
 * Safe to run any number of times at once. @throws ApiError 503 when the database does not answer
 */
export async function deliverMails(db: ShopDatabase): Promise<void> {
  const deadline = Date.now() + RUN_MS;
  // Before any mail is claimed: without it none could be written.
  const sender = await currentSettings(db);
  let results: MailResult[];
  do {
    results = await sendAll(await claimMails(db, MAILS_AT_ONCE), sender, deadline);
    const givenUp = results.length > 0 ? await recordMails(db, results) : [];
    tell(results, givenUp);
  } while (results.length === MAILS_AT_ONCE && results.every(({ outcome }) => outcome === 'sent'));
}

let running: Promise<void> | undefined;
let wanted = false;

/**
 * Sends what waits without being waited for, where there is a way out for mails; the scheduled function does the rest.
 * However many orders come in at once, one run at a time sends their mails. What it fails with is logged once.
 */
export function deliverMailsSoon(db: ShopDatabase): Promise<void> {
  if (!canSendMail()) return Promise.resolve();
  wanted = true;
  running ??= deliverWhileWanted(db)
    .catch((error: unknown) => logFailure('sending mails', error))
    .finally(() => {
      running = undefined;
    });
  return running;
}

async function deliverWhileWanted(db: ShopDatabase): Promise<void> {
  while (wanted) {
    await pause(GATHERING_MS);
    wanted = false;
    await deliverMails(db);
  }
}

async function sendAll(mails: WaitingMail[], sender: Sender, deadline: number): Promise<MailResult[]> {
  const results: MailResult[] = [];
  let hopeless = false;
  for (const mail of mails) {
    if (hopeless || Date.now() > deadline) {
      results.push({ id: mail.id, outcome: 'untried' });
      continue;
    }
    const { concernsAll, ...result } = await tryToSend(mail, sender);
    hopeless = concernsAll;
    results.push(result);
  }
  return results;
}

/** Why mails were not sent, without a word of what is in them: what a service says may name whom they are for. */
function tell(results: MailResult[], givenUp: string[]): void {
  const reasons = new Set(results.flatMap(({ error }) => error?.split(':')[0] ?? []));
  if (reasons.size > 0) logFailure('mails not sent', new Error([...reasons].join(', ')));
  if (givenUp.length > 0) logFailure('mails given up after a day', new Error(givenUp.join(', ')));
}

type Attempt = MailResult & { concernsAll: boolean };

async function tryToSend(row: WaitingMail, sender: Sender): Promise<Attempt> {
  const { id, kind } = row;
  if (!canSendMail()) {
    const error = `missing configuration for ${KIND_WORDS[kind] ?? kind}: RESEND_API_KEY is not set`;
    return { id, outcome: 'waiting', error, concernsAll: false };
  }
  try {
    const mail = writeMail(row, sender, env.URL);
    await (mailSettings.MAIL_FOLDER ? writeToFolder(mailSettings.MAIL_FOLDER, mail) : sendByResend(mail, sender));
    return { id, outcome: 'sent', concernsAll: false };
  } catch (error) {
    const { message, concernsAll } =
      error instanceof SendFailure ? error : new SendFailure(`send failed (0): ${String(error)}`, { concernsAll: true });
    return { id, outcome: 'failed', error: message, concernsAll };
  }
}
