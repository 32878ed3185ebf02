import * as z from 'zod';
import { tags } from '#domain/tags.ts';
import { requiredText } from '#domain/text-fields.ts';
import { objectId, timestamp } from '#domain/values.ts';

export const ORDER_EVENT_KINDS = [
  'placed',
  'order',
  'items',
  'parcel',
  'note',
  'mail',
  'confirmation',
  'message',
  'payment',
] as const;

/** Something that happened to an order. */
export const orderEvent = z.object({
  id: objectId,
  kind: z.enum(ORDER_EVENT_KINDS),
  /** The parcel's number, or the mail's recipient. */
  subject: z.string(),
  /** The fields that changed, as they were; null for what did not exist. */
  before: z.looseObject({}).nullable(),
  /** The same fields as they are since then. */
  after: z.looseObject({}).nullable(),
  note: z.string(),
  /** Null when it was nobody of the staff. */
  actorName: z.string().nullable(),
  createdAt: timestamp,
});

export type OrderEvent = z.infer<typeof orderEvent>;

export const orderNote = z.object({ note: requiredText(2000) });

export const orderTags = z.object({ tags });
