import * as z from 'zod';
import { byHand, withoutMarks } from './by-hand.ts';
import { email, objectId, paging, timestamp } from './common.ts';

export const newsletterSignup = z.object({ email, remark: byHand.remark }).transform(withoutMarks);

export type NewsletterSignup = z.infer<typeof newsletterSignup>;

export const subscriber = z.object({ id: objectId, _id: objectId, email: z.string(), createdAt: timestamp });

export type Subscriber = z.infer<typeof subscriber>;

export const subscriberQuery = z.object(paging);

export type SubscriberQuery = z.infer<typeof subscriberQuery>;
