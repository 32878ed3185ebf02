import * as z from 'zod';
import { honeypotFields, withoutHoneypot } from '#domain/honeypot.ts';
import { email, line, optionalLine, requiredText } from '#domain/text-fields.ts';

export const contactMessage = z.object({
  firstName: line(80),
  lastName: optionalLine(80),
  email,
  subject: optionalLine(200),
  message: requiredText(5000),
});

/** A message as the contact form sends it. */
export const sentMessage = contactMessage.extend(honeypotFields).transform(withoutHoneypot);

export type ContactMessage = z.infer<typeof contactMessage>;
