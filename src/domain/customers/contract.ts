import * as z from 'zod';
import { MAX_LENGTHS } from '#domain/limits.ts';
import { paging } from '#domain/lists.ts';
import { messageStatus } from '#domain/messages/contract.ts';
import { orderStatus } from '#domain/orders/contract.ts';
import { payment } from '#domain/payments/contract.ts';
import { phone } from '#domain/phone-fields.ts';
import { refundOwed } from '#domain/reports/where-money-is.ts';
import { returnKind } from '#domain/returns/asked-pieces.ts';
import { returnState } from '#domain/returns/contract.ts';
import { review } from '#domain/reviews/contract.ts';
import { hidden, hiddenContact, hiddenInWords, hiddenName, hiddenPhone, hiddenSum } from '#domain/rights/hidden.ts';
import { shipment } from '#domain/shipments/contract.ts';
import { tags } from '#domain/tags.ts';
import { email, line, searchText, text } from '#domain/text-fields.ts';
import { objectId, rupees, timestamp } from '#domain/values.ts';
import { expectedVersion } from '#domain/versions.ts';
import { whatsappAnswer } from '#domain/whatsapp/talk.ts';

/** What staff decided about further orders of a customer. */
export const CUSTOMER_BLOCKS = ['none', 'prepaid_only', 'do_not_ship'] as const;

export const customerBlock = z.enum(CUSTOMER_BLOCKS);

export type CustomerBlock = z.infer<typeof customerBlock>;

/** What became of a customer's orders. An order whose parcel came back counts as returned, and as nothing else. */
export const customerRecord = z.object({
  orders: z.int(),
  delivered: z.int(),
  returned: z.int(),
  cancelled: z.int(),
  open: z.int(),
  /** What is left of what was delivered, without what went back. */
  value: hiddenSum(rupees),
  /** What was ordered and not cancelled. */
  ordered: hiddenSum(rupees),
  firstOrderAt: timestamp.nullable(),
  lastOrderAt: timestamp.nullable(),
});

export type CustomerRecord = z.infer<typeof customerRecord>;

/** A person the shop knows by phone. */
export const customer = z.object({
  id: objectId,
  name: hiddenName(z.string()),
  /** Empty for one who ordered without. */
  email: hiddenContact(z.string()),
  /** Every number of theirs, normalised. */
  phones: z.array(hiddenPhone(z.string())),
  notes: hiddenInWords(z.string()),
  tags: z.array(z.string()),
  block: customerBlock,
  /** Store credit, in rupees. */
  credit: hiddenSum(rupees),
  record: customerRecord,
  lastOrderAt: timestamp,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type Customer = z.infer<typeof customer>;

/** An order of a customer's. */
const customerOrder = z.object({
  id: objectId,
  orderNumber: z.string(),
  status: orderStatus,
  totalAmount: hiddenSum(rupees),
  createdAt: timestamp,
});

/** The last fifty of a list, the latest first, and how many there are in all. */
const lastOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), total: z.int() });

const customerParcel = shipment
  .pick({
    id: true,
    shipmentNumber: true,
    orderNumber: true,
    status: true,
    carrier: true,
    trackingNumber: true,
    shippedDate: true,
  })
  .extend({
    /** When it arrived, failed or came back. */
    endedAt: timestamp.nullable(),
    createdAt: timestamp,
  });

const customerReturn = z.object({
  id: objectId,
  returnNumber: z.string(),
  orderNumber: z.string(),
  kind: returnKind,
  state: returnState,
  createdAt: timestamp,
});

const customerAnswer = whatsappAnswer
  .pick({ pressed: true, body: true })
  .extend({ id: z.string(), orderNumber: z.string(), createdAt: timestamp });

const customerMessage = z.object({
  id: objectId,
  subject: hiddenInWords(z.string()),
  message: hiddenInWords(z.string()),
  status: messageStatus,
  createdAt: timestamp,
});

const customerReview = review
  .pick({ id: true, productId: true, rating: true, comment: true, awaitsStaff: true, createdAt: true })
  .extend({ productName: z.string(), isPublished: z.boolean() });

/** What the books know of a customer. */
const customerMoney = z.object({
  /** What was ordered and came back: whole orders, and pieces of those that arrived. */
  sentBack: hiddenSum(rupees),
  /** What riders still ask for, and what nobody has received of what arrived. */
  owed: hiddenSum(rupees),
  /** What the shop owes them, and for what, the longest ago first. */
  refundOwed: hiddenSum(rupees),
  refunds: z.array(refundOwed.omit({ customerName: true })),
  /** Of their orders, but for those that moved store credit. */
  payments: lastOf(payment),
});

/** A customer with all that the shop knows of them. What somebody lacks the right for is null. */
export const customerDetails = customer.extend({
  addresses: z.array(z.object({ address: hiddenContact(z.string()), city: z.string(), orders: z.int(), lastUsedAt: timestamp })),
  /** The last fifty, with when they were delivered or cancelled. */
  orders: z.array(customerOrder.extend({ endedAt: timestamp.nullable() })),
  parcels: lastOf(customerParcel).nullable(),
  returns: lastOf(customerReturn).nullable(),
  /** What they pressed or wrote on WhatsApp. */
  answers: hidden(lastOf(customerAnswer), 'see_contacts', () => null).nullable(),
  /** By the contact form, with an e-mail address of theirs. */
  messages: lastOf(customerMessage).nullable(),
  /** Of what they bought. */
  reviews: lastOf(customerReview).nullable(),
  money: customerMoney.nullable(),
  /** Other customers with the same e-mail address: perhaps the same person. */
  similar: z.array(z.object({ id: objectId, name: hiddenName(z.string()), record: customerRecord })),
  /** What moved their store credit, the last first. */
  creditHistory: z.array(payment),
});

export type CustomerDetails = z.infer<typeof customerDetails>;

/** Sent in the body: a phone stands in no address. */
export const customerPhone = z.object({ phone });

/** Who orders with a phone; null when nobody has. */
export const customerOfPhone = z.object({
  customer: customer
    .extend({
      /** Pending, processing or on their way; the last twenty. */
      openOrders: z.array(customerOrder),
    })
    .nullable(),
});

export type CustomerOfPhone = z.infer<typeof customerOfPhone>;

export const customerQuery = z.object({
  ...paging,
  /** Part of a name or e-mail address, a phone in any spelling, or an order's number. */
  search: searchText(200).optional().meta({ description: 'Part of what people know it by: a name, a number, a phone' }),
  tag: searchText(40).optional().meta({ description: 'A word that staff gave it' }),
  block: customerBlock.optional().meta({ description: 'What staff decided about further orders' }),
});

export type CustomerQuery = z.infer<typeof customerQuery>;

/** What staff may change of a customer, and the version they saw. */
export const customerEdit = z
  .object({
    name: line(MAX_LENGTHS.name),
    email: z.union([z.literal(''), email]),
    notes: text(2000),
    tags,
    block: customerBlock,
    updatedAt: expectedVersion,
  })
  .partial()
  .refine(({ updatedAt: _, ...changes }) => Object.keys(changes).length > 0, 'Nothing to change');

export type CustomerEdit = z.infer<typeof customerEdit>;

/** The customer who is the same person, and is shown no longer. */
export const customerMerge = z.object({ other: objectId });
