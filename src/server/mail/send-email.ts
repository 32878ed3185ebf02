import { Resend } from 'resend';
import type { OutgoingEmail, Sender } from './email.ts';
import { mailSettings } from './mail-settings.ts';
import { SendFailure } from './send-failure.ts';
import { writeToFolder } from './write-to-folder.ts';

const TIMEOUT_MS = 5_000;

/** Resend's error for a mail it took before with slightly different content, as an older version of the shop wrote it. */
const ALREADY_SENT = 'invalid_idempotent_request';

/** Sends a mail by Resend, or writes it to `MAIL_FOLDER`. Sending the same one again within a day does nothing. @throws SendFailure */
export async function sendEmail(email: OutgoingEmail, sender: Sender): Promise<void> {
  if (mailSettings.MAIL_FOLDER) writeToFolder(mailSettings.MAIL_FOLDER, email);
  else await sendByResend(email, sender);
}

async function sendByResend({ id, to, subject, html, text, replyTo, unsubscribe }: OutgoingEmail, sender: Sender): Promise<void> {
  const { identity, contact } = sender;
  const resend = new Resend(mailSettings.RESEND_API_KEY);
  const from = mailSettings.MAIL_FROM ?? `${nameInHeader(identity.legalName)} <${contact.email}>`;
  const { data, error } = await resend.emails.send(
    { from, to, subject, html, text, ...(replyTo && { replyTo }), ...(unsubscribe && { headers: oneClick(unsubscribe) }) },
    { idempotencyKey: id, signal: AbortSignal.timeout(TIMEOUT_MS) },
  );
  if (error?.name === ALREADY_SENT) return;
  // Without a status there was no answer, and the library's message says no more than that.
  if (error) throw error.statusCode ? failureOf(error.statusCode, error.message) : failureOf(0);
  if (!data.id) throw failureOf(0, 'The answer was none of a mail service');
}

/** https://www.rfc-editor.org/rfc/rfc8058 */
function oneClick(unsubscribe: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** A name without the characters that have a meaning in mail headers. */
function nameInHeader(name: string): string {
  return name.replace(/[<>"(),:;@[\]\\]/g, '').trim();
}

/** The spec's words for statuses, as the outbox keeps them; 0 means no answer. */
const STATUS_MEANINGS: Record<number, string> = {
  0: 'network error',
  403: 'forbidden (block list)',
  429: 'too many requests (rate limit)',
  451: 'unavailable for headless browser',
};

function failureOf(status: number, answer = ''): SendFailure {
  const message = [STATUS_MEANINGS[status], answer].filter(Boolean).join('. ');
  return new SendFailure(`send failed (${status}): ${message}`, {
    isProviderDown: status === 0 || status === 429 || status >= 500,
  });
}
