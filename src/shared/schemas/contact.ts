import * as z from 'zod';
import { email, line, optionalLine, text } from './common.ts';

export const contactMessage = z.object({
  firstName: line(80),
  lastName: optionalLine(80),
  email,
  subject: optionalLine(200),
  message: text(5000).min(1, 'Required'),
});

export type ContactMessage = z.infer<typeof contactMessage>;
