import * as z from 'zod';
import { email } from './common.ts';

export const newsletterSignup = z.object({ email });

export type NewsletterSignup = z.infer<typeof newsletterSignup>;
