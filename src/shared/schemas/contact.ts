import * as z from 'zod';
import { email, line, optionalLine, requiredText } from './common.ts';

export const contactMessage = z.object({
  firstName: line(80),
  lastName: optionalLine(80),
  email,
  subject: optionalLine(200),
  message: requiredText(5000),
});

export type ContactMessage = z.infer<typeof contactMessage>;
