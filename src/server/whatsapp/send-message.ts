import * as z from 'zod';
import { cleanForeignText } from '#domain/text.ts';
import { readAtMost } from '#server/answers-from-elsewhere.ts';
import { SendFailure } from '#server/mail/send-failure.ts';
import type { WhatsappSettings } from './whatsapp-variables.ts';

const TIMEOUT_MS = 5_000;

/** Bytes of an answer: one that accepts a message has three hundred. */
const MAX_ANSWER = 64 * 1024;

/** An id of theirs has up to a hundred characters. What is none is cut: the message has gone out, and is not sent again for its sake. */
const messageId = z
  .string()
  .min(1)
  .transform((id) => cleanForeignText(id.slice(0, 200)));

const accepted = z.object({ messages: z.array(z.object({ id: messageId })).min(1) });

/** Meta asks to decide by `code`; titles change. */
const refused = z.object({
  error: z.object({
    code: z.int(),
    message: z.string().default(''),
    error_data: z.object({ details: z.string().optional() }).optional().catch(undefined),
  }),
});

/** The recipient cannot get it: the shop's own number, no WhatsApp or an old one, not on the list of a test account. */
const RECIPIENT_CODES = [131021, 131026, 131030];

/** Too many messages to this one recipient, or a text that does not fit into the template. */
const MESSAGE_CODES = [131056, 132005, 132012, 132018];

/**
 * Sends a message and returns what WhatsApp calls it. Sent twice, it arrives twice: there is no idempotency key. @throws SendFailure
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
 */
export async function sendMessage(
  message: unknown,
  { accessToken, phoneNumberId, apiUrl }: Pick<WhatsappSettings, 'accessToken' | 'phoneNumberId' | 'apiUrl'>,
): Promise<string> {
  const answer = await fetch(`${apiUrl}/${phoneNumberId}/messages`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  if (!answer) throw new SendFailure('send failed (0): no answer', { isProviderDown: true });
  const body = await jsonOf(answer);
  if (!answer.ok) throw failureOf(answer.status, body);
  const { data } = accepted.safeParse(body);
  if (!data) throw new SendFailure('send failed (0): the answer was none of WhatsApp', { isProviderDown: true });
  return data.messages[0]?.id ?? '';
}

/** The JSON of an answer; null for what is none, or larger than any of theirs. */
async function jsonOf(answer: Response): Promise<unknown> {
  try {
    const bytes = await readAtMost(answer, MAX_ANSWER);
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** Whatever is not about the recipient (token, template, account, limits) fails the same way for everybody. */
function failureOf(status: number, body: unknown): SendFailure {
  const { data } = refused.safeParse(body);
  if (!data) return new SendFailure(`send failed (${status}): no reason`, { isProviderDown: true });
  const { code, message, error_data } = data.error;
  const text = `send failed (${code}): ${error_data?.details ?? message}`;
  if (RECIPIENT_CODES.includes(code)) return new SendFailure(text, { isProviderDown: false, outcome: 'refused' });
  return new SendFailure(text, { isProviderDown: !MESSAGE_CODES.includes(code) });
}
