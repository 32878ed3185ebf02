import * as z from 'zod';
import { parseEnv } from '#server/env.ts';

const setting = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined);

/** How mails go out. Nothing here is required: without a way out they wait in the outbox, and orders go on. */
export const mailSettings = parseEnv(
  z.object({
    RESEND_API_KEY: setting,
    /** Whom mails come from: without it, the shop's name and address. Resend sends for domains that were verified there. */
    MAIL_FROM: setting,
    /** Who gets what visitors write to the shop: without it, the shop's address. */
    MAIL_TO: setting,
    /** A folder to write mails to instead of sending them. */
    MAIL_FOLDER: setting,
  }),
);

/** Whether there is any way out for mails. */
export function canSendMail(): boolean {
  return Boolean(mailSettings.MAIL_FOLDER ?? mailSettings.RESEND_API_KEY);
}
