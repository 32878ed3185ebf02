import * as z from 'zod';
import { honeypotFields, withoutHoneypot } from '#domain/honeypot.ts';
import { paging } from '#domain/lists.ts';
import { hiddenContact } from '#domain/rights/hidden.ts';
import { email } from '#domain/text-fields.ts';
import { objectId, timestamp } from '#domain/values.ts';

export const newsletterSignup = z.object({ email, remark: honeypotFields.remark }).transform(withoutHoneypot);

export type NewsletterSignup = z.infer<typeof newsletterSignup>;

export const subscriber = z.object({ id: objectId, _id: objectId, email: hiddenContact(z.string()), createdAt: timestamp });

export type Subscriber = z.infer<typeof subscriber>;

export const subscriberQuery = z.object(paging);

export type SubscriberQuery = z.infer<typeof subscriberQuery>;
