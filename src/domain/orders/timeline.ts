import * as z from 'zod';
import { hiddenInRow, hiddenInWords, hiddenSum } from '#domain/rights/hidden.ts';
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

const known = z.unknown().optional();
/** In the order in which the database keeps it. */
const changedItem = z.looseObject({ name: known, size: known, color: known, price: hiddenSum(z.unknown()).optional() });

const changedFields = hiddenInRow(
  {
    see_names: ['customerName', 'recipientName'],
    see_contacts: ['customerEmail', 'customerPhone', 'secondPhone', 'recipientPhone', 'customerAddress', 'zipCode'],
    // Answers have what is named here first: in the order in which the database keeps it.
    see_sums: [
      'due',
      'amount',
      'claimed',
      'collect',
      'discount',
      'shipping',
      'subtotal',
      'askedSum',
      'giftWrap',
      'totalAmount',
      'shippingCost',
      'deliveryDiscount',
    ],
  },
  ['notes', 'giftNote', 'cancellationReason', 'discountReason', 'reference'],
).extend({ items: z.array(changedItem).optional() });

/** Something that happened to an order. */
export const orderEvent = z.object({
  id: objectId,
  kind: z.enum(ORDER_EVENT_KINDS),
  /** The parcel's number, or the mail's recipient. */
  subject: hiddenInWords(z.string()),
  /** The fields that changed, as they were; null for what did not exist. */
  before: changedFields.nullable(),
  /** The same fields as they are since then. */
  after: changedFields.nullable(),
  note: hiddenInWords(z.string()),
  /** Null when it was nobody of the staff. */
  actorName: z.string().nullable(),
  createdAt: timestamp,
});

export type OrderEvent = z.infer<typeof orderEvent>;

export const orderNote = z.object({ note: requiredText(2000) });

export const orderTags = z.object({ tags });
