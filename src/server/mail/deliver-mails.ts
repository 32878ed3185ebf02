import { setTimeout as pause } from 'node:timers/promises';
import type { ShopDatabase } from '#server/database/client.ts';
import { env } from '#server/env.ts';
import { logFailure } from '#server/log.ts';
import { currentSettings } from '#server/settings/settings.ts';
import type { Sender } from './email.ts';
import { canSendMail } from './mail-settings.ts';
import { claimEmails, recordResults, type SendResult, type WaitingEmail, writeEmail } from './outbox.ts';
import { SendFailure, sendEmail } from './send-email.ts';

const BATCH_SIZE = 20;

/** A scheduled function has thirty seconds, and the last mail may take five of them. */
const RUN_MS = 15_000;

/** A burst of orders becomes one batch, which asks the database twice instead of twice for each mail. */
const BATCHING_MS = 200;

/** Kinds of mail in the outbox's error messages. */
const KIND_LABELS: Record<string, string> = {
  order_confirmation: 'order',
  contact_message: 'contact',
  message_answer: 'answer',
  staff_invitation: 'invitation',
  back_in_stock: 'stock notice',
};

/**
 * Sends the mails that are due and records what happened to each. Stops early when the provider takes none.
 * Any number of runs may overlap. @throws ApiError `database_unreachable`
 */
export async function deliverMails(db: ShopDatabase): Promise<void> {
  const deadline = Date.now() + RUN_MS;
  // Read before any mail is claimed: without the sender none can be written.
  const sender = await currentSettings(db);
  let results: SendResult[];
  do {
    results = await sendAll(await claimEmails(db, BATCH_SIZE), sender, deadline);
    const givenUp = results.length > 0 ? await recordResults(db, results) : [];
    logFailures(results, givenUp);
  } while (results.length === BATCH_SIZE && results.every(({ outcome }) => outcome === 'sent'));
}

let running: Promise<void> | undefined;
let wanted = false;

/**
 * Sends new mails in the background, if sending is set up; the scheduled function retries what fails.
 * Any number of calls share one run at a time. Failures are logged.
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
    await pause(BATCHING_MS);
    wanted = false;
    await deliverMails(db);
  }
}

async function sendAll(emails: WaitingEmail[], sender: Sender, deadline: number): Promise<SendResult[]> {
  const results: SendResult[] = [];
  let providerIsDown = false;
  for (const email of emails) {
    if (providerIsDown || Date.now() > deadline) {
      results.push({ id: email.id, outcome: 'untried' });
      continue;
    }
    const { isProviderDown, ...result } = await trySending(email, sender);
    providerIsDown = isProviderDown;
    results.push(result);
  }
  return results;
}

/** Logs error codes only: the provider's messages may name recipients. */
function logFailures(results: SendResult[], givenUp: string[]): void {
  const reasons = new Set(results.flatMap(({ error }) => error?.split(':')[0] ?? []));
  if (reasons.size > 0) logFailure('mails not sent', new Error([...reasons].join(', ')));
  if (givenUp.length > 0) logFailure('mails given up after a day', new Error(givenUp.join(', ')));
}

async function trySending(row: WaitingEmail, sender: Sender): Promise<SendResult & { isProviderDown: boolean }> {
  const { id, kind } = row;
  if (!canSendMail()) {
    const error = `missing configuration for ${KIND_LABELS[kind] ?? kind}: RESEND_API_KEY is not set`;
    return { id, outcome: 'waiting', error, isProviderDown: false };
  }
  try {
    await sendEmail(writeEmail(row, sender, env.URL), sender);
    return { id, outcome: 'sent', isProviderDown: false };
  } catch (error) {
    const { message, isProviderDown } =
      error instanceof SendFailure ? error : new SendFailure(`send failed (0): ${String(error)}`, { isProviderDown: true });
    return { id, outcome: 'failed', error: message, isProviderDown };
  }
}
