import * as z from 'zod';
import { email, objectId, paging, timestamp } from './common.ts';

export const newsletterSignup = z.object({ email });

export type NewsletterSignup = z.infer<typeof newsletterSignup>;

export const subscriber = z.object({ id: objectId, _id: objectId, email: z.string(), createdAt: timestamp });

export type Subscriber = z.infer<typeof subscriber>;

export const subscriberQuery = z.object(paging);

export type SubscriberQuery = z.infer<typeof subscriberQuery>;
