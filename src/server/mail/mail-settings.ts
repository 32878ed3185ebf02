import * as z from 'zod';
import { optionalText, parseEnv } from '#server/parse-env.ts';

/** How mails are sent. Nothing is required: unsent mails wait in the outbox and orders go on. */
export const mailSettings = parseEnv(
  z.object({
    RESEND_API_KEY: optionalText,
    /** The sender, by default the shop's name and address. Resend must have verified its domain. */
    MAIL_FROM: optionalText,
    /** Who gets contact messages, by default the shop's address. */
    MAIL_TO: optionalText,
    /** Mails are written to this folder instead of being sent. */
    MAIL_FOLDER: optionalText,
  }),
);

/** Whether sending is set up. */
export function canSendMail(): boolean {
  return Boolean(mailSettings.MAIL_FOLDER ?? mailSettings.RESEND_API_KEY);
}
