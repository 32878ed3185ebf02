import { Resend } from 'resend';
import type { Mail, Sender } from './email.ts';
import { mailSettings } from './mail-settings.ts';
import { refusedWith } from './send-failure.ts';

const PATIENCE_MS = 5_000;

/** How Resend says that it took this mail before, written a little differently then (by an older version of the shop). */
const TAKEN_BEFORE = 'invalid_idempotent_request';

/** Hands a mail to Resend. Handing over the same one again within a day does nothing. @throws SendFailure */
export async function sendByResend({ id, to, subject, html, text, replyTo }: Mail, { identity, contact }: Sender): Promise<void> {
  const resend = new Resend(mailSettings.RESEND_API_KEY);
  const from = mailSettings.MAIL_FROM ?? `${nameInHeader(identity.legalName)} <${contact.email}>`;
  const { data, error } = await resend.emails.send(
    { from, to, subject, html, text, ...(replyTo ? { replyTo } : {}) },
    { idempotencyKey: id, signal: AbortSignal.timeout(PATIENCE_MS) },
  );
  if (error?.name === TAKEN_BEFORE) return;
  // No status is no answer; and what the library says of that, the status says already.
  if (error) throw error.statusCode ? refusedWith(error.statusCode, error.message) : refusedWith(0);
  if (!data.id) throw refusedWith(0, 'The answer was none of a mail service');
}

/** A name without what has a meaning of its own in a mail's header. */
function nameInHeader(name: string): string {
  return name.replace(/[<>"(),:;@[\]\\]/g, '').trim();
}
