import * as z from 'zod';
import { byHand, withoutMarks } from './by-hand.ts';
import { email, line, optionalLine, requiredText } from './common.ts';

export const contactMessage = z.object({
  firstName: line(80),
  lastName: optionalLine(80),
  email,
  subject: optionalLine(200),
  message: requiredText(5000),
});

/** A message as the contact form sends it. */
export const sentMessage = contactMessage.extend(byHand).transform(withoutMarks);

export type ContactMessage = z.infer<typeof contactMessage>;
