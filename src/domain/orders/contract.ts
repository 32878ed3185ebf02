import * as z from 'zod';
import { cartLine, cartLines } from '#domain/cart/contract.ts';
import { discounted, given, offOnly, staffDiscount, typedCode } from '#domain/discounts/contract.ts';
import { refusal } from '#domain/failures.ts';
import { honeypotFields, withoutHoneypot } from '#domain/honeypot.ts';
import { MAX_LENGTHS } from '#domain/limits.ts';
import { paging, sorting } from '#domain/lists.ts';
import { ORDER_SOURCES, STAFF_ORDER_SOURCES } from '#domain/order-sources.ts';
import { confirmation } from '#domain/orders/confirmation.ts';
import { paid } from '#domain/orders/paid-contract.ts';
import { usedCredit } from '#domain/payments/contract.ts';
import { readPhones } from '#domain/phone.ts';
import { phone, typedPhones } from '#domain/phone-fields.ts';
import { countryCode } from '#domain/places/country-code.ts';
import {
  hidden,
  hiddenContact,
  hiddenInWords,
  hiddenName,
  hiddenPhone,
  hiddenRevenue,
  hiddenSum,
} from '#domain/rights/hidden.ts';
import { deliveredReason, shipmentStatus } from '#domain/shipments/contract.ts';
import { isVisible } from '#domain/text.ts';
import { line, optionalEmail, optionalLine, searchText, text, typedLine } from '#domain/text-fields.ts';
import { day, objectId, rupees, timestamp } from '#domain/values.ts';
import { expectedVersion, statusVersion } from '#domain/versions.ts';
import { whatsappTalk } from '#domain/whatsapp/talk.ts';
import { editedGift, hiddenGiftWrap, sentGift, shownGift } from './gift.ts';
import { MONEY_STATES } from './money-state.ts';
import { ORDER_STATUSES } from './status.ts';

export const orderStatus = z.enum(ORDER_STATUSES);

export const PAYMENT_STATUSES = ['pending', 'paid', 'failed'] as const;

export const paymentStatus = z.enum(PAYMENT_STATUSES);

export const PAYMENT_METHODS = ['cash_on_delivery'] as const;

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Another number of the same person; empty for none. */
const secondPhone = z
  .union([z.literal(''), phone])
  .nullable()
  .overwrite((typed) => typed || null);

interface Phones {
  customerPhone?: string | undefined;
  secondPhone?: string | null | undefined;
}

/** Splits two numbers in the first field into phone and second phone, unless the second field has one. */
function splitPhones<Fields extends Phones>(fields: Fields): Fields {
  const read = fields.customerPhone === undefined ? undefined : readPhones(fields.customerPhone);
  if (!read || 'error' in read) return fields;
  const second = fields.secondPhone || read.secondPhone;
  return { ...fields, customerPhone: read.phone, ...(second && { secondPhone: second === read.phone ? null : second }) };
}

/** What every order says. Names, images and prices of the items are accepted but never used. */
const orderFields = {
  customerName: line(MAX_LENGTHS.name),
  /** Empty of whoever has a phone and no e-mail address, or will not type one: nothing is mailed then. */
  customerEmail: optionalEmail,
  /** May contain two numbers. */
  customerPhone: typedPhones,
  secondPhone: secondPhone.optional(),
  ...sentGift,
  customerAddress: line(MAX_LENGTHS.address),
  city: optionalLine(80),
  zipCode: optionalLine(20),
  country: countryCode.default('pk'),
  items: cartLines(cartLine),
  /** The total the shopper saw, in rupees with delivery. */
  totalAmount: z.number().min(0).max(1_000_000_000),
  paymentMethod: z.literal(PAYMENT_METHODS).default('cash_on_delivery'),
  notes: text(1000).default(''),
  /** What takes something off `totalAmount`. */
  code: typedCode.optional(),
  /** Pays all of it by bank transfer before delivery, where the shop offers that. */
  payByTransfer: z.boolean().optional(),
  /** The shopper confirmed that they want the same order as a moment ago once more. */
  repeat: z.boolean().optional(),
};

/** What checkout sends. */
export const orderPayload = z
  .object({ ...orderFields, ...honeypotFields })
  .transform(withoutHoneypot)
  .transform(splitPhones);

export type OrderPayload = z.infer<typeof orderPayload>;

/** Characters of the reason for which a blocked customer gets an order. */
const BLOCK_REASON = { min: 3, max: 200 } as const;

/** What staff send who write down an order that began in a chat, on the phone or at the counter, where it may be collected: then it has no address. */
export const staffOrderPayload = z
  .object({
    ...orderFields,
    customerEmail: optionalEmail.default(''),
    customerAddress: optionalLine(MAX_LENGTHS.address),
    source: z.enum(STAFF_ORDER_SOURCES),
    /** Instead of a code. */
    discount: staffDiscount.optional(),
    /** Rupees of the customer's store credit that it takes. */
    storeCredit: usedCredit.optional(),
    /** Why a customer gets an order who is blocked: goes into its timeline. Ignored for others. */
    blockReason: line(BLOCK_REASON.max).min(BLOCK_REASON.min, `At least ${BLOCK_REASON.min} characters`).optional(),
  })
  .refine(({ customerAddress, source }) => source === 'counter' || isVisible(customerAddress), {
    path: ['customerAddress'],
    error: 'Required',
  })
  .refine(({ code, discount }) => !code || !discount, { path: ['code'], error: 'A code or a sum off, not both' })
  .transform(splitPhones);

export type StaffOrderPayload = z.infer<typeof staffOrderPayload>;

export const orderItem = z.object({
  productId: objectId,
  productName: z.string(),
  productImage: z.string().nullable(),
  selectedColor: z.string().nullable(),
  selectedSize: z.string().nullable(),
  sku: z.string(),
  quantity: z.int(),
  price: hiddenSum(rupees),
  /** Its share of the order's discount, in all. */
  discount: hiddenSum(offOnly),
});

/** A parcel of an order; the order's next step depends on it. */
const orderShipment = z.object({
  id: objectId,
  shipmentNumber: z.string(),
  status: shipmentStatus,
  carrier: z.string(),
  trackingNumber: z.string(),
  /** In grams; null: nobody has weighed it. */
  weight: z.int().nullable().default(null),
  /** When what came back was counted. Shoppers are not told. */
  receivedAt: timestamp.nullable().default(null),
  /** It failed or came back, and what is in it is still to be counted. Shoppers are not told. */
  isAwaited: z.boolean().default(false),
  updatedAt: timestamp,
});

export const order = z.object({
  id: objectId,
  _id: objectId,
  orderNumber: z.string(),
  customerName: hiddenName(z.string()),
  customerEmail: hiddenContact(z.string()),
  customerPhone: hiddenPhone(z.string()),
  secondPhone: hiddenPhone(z.string()).nullable().default(null),
  ...shownGift,
  customerAddress: hiddenContact(z.string()),
  city: z.string(),
  /** The city that was recognised in what was typed; null while nobody knows. */
  cityKnown: z.string().nullable().default(null),
  /** Whether couriers collect cash there; null with an unknown city. */
  cityTakesCash: z.boolean().nullable().default(null),
  zipCode: hiddenContact(z.string()),
  country: z.string(),
  items: z.array(orderItem),
  /** Latest last. */
  shipments: z.array(orderShipment),
  subtotal: hiddenSum(rupees),
  /** Off the lines; `discountCode` or `discountReason` says why. */
  discount: hiddenSum(offOnly),
  shipping: hiddenSum(rupees),
  /** Off the delivery charge; `shipping` is what is left of it. */
  deliveryDiscount: hiddenSum(offOnly),
  discountCode: given,
  giftWrap: hiddenGiftWrap,
  /** Per cent of sales tax that all of it includes, where there is any. */
  taxPercent: offOnly,
  totalAmount: hiddenSum(rupees),
  paid: hiddenSum(paid),
  paymentMethod: z.literal(PAYMENT_METHODS),
  paymentStatus,
  status: orderStatus,
  notes: hiddenInWords(z.string()),
  /** No pieces are set aside until it has proven itself. */
  awaitsProof: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type Order = z.infer<typeof order>;

/** An order as its shopper gets it when it is placed. The key opens its page, and stands nowhere else but in the order's link. */
export const placedOrder = order.extend({
  pageKey: z.string(),
  /** What is asked in advance, in rupees: the order’s page says where to pay it. Left out where nothing is. */
  advanceMissing: rupees.optional(),
});

export type PlacedOrder = z.infer<typeof placedOrder>;

/** Phone and address of an order, as an act of somebody who does not see them everywhere. */
export const revealedContact = z.object({
  customerName: z.string(),
  customerPhone: z.string(),
  secondPhone: z.string().nullable(),
  recipientName: z.string().nullable(),
  recipientPhone: z.string().nullable(),
  customerEmail: z.string(),
  customerAddress: z.string(),
  city: z.string(),
  zipCode: z.string(),
  /** What the rider asks for at the door: a slip says it. Null for whoever sees contacts anyway, and no sums. */
  dueOnDelivery: rupees.nullable(),
  /** What they wrote with their returns: where money that goes back is to be sent. */
  returnWords: z.array(z.object({ returnNumber: z.string(), words: z.string() })),
  /** How many more today; null for whoever sees all of them anyway. */
  remaining: z.int().nullable(),
});

export type RevealedContact = z.infer<typeof revealedContact>;

/** The link of an order's secret page. */
export const orderPageLink = z.object({ link: z.url() });

/**
 * An order with what only staff see. `confirmation` is null for one that was closed before orders were confirmed, `whatsapp` where nothing was
 * asked or written.
 */
export const staffOrder = order.extend({
  customerId: objectId,
  source: z.enum(ORDER_SOURCES),
  /** What staff wrote who took something off. */
  discountReason: hiddenInWords(given),
  confirmation: confirmation.nullable(),
  tags: z.array(z.string()),
  items: z.array(orderItem.extend({ id: objectId })),
  whatsapp: hidden(whatsappTalk, 'see_contacts', () => null).nullable(),
  /** When the shopper asked to cancel on the order's page; staff have not answered while `cancellationAnsweredAt` is null. */
  cancellationAskedAt: timestamp.nullable(),
  cancellationReason: hiddenInWords(z.string()),
  cancellationAnsweredAt: timestamp.nullable(),
  /** When the shopper last added pieces. */
  piecesAddedAt: timestamp.nullable(),
  /** Where its money is; null where there is none. */
  moneyState: z.enum(MONEY_STATES).nullable(),
});

export type StaffOrder = z.infer<typeof staffOrder>;

export const orderId = z.object({ id: objectId });
export const orderNumber = z.object({ orderNumber: line(40) });

/**
 * What is to be done next with an open order, in the order of the work. `awaits_money`: it is confirmed, and its advance is missing; `awaits_return`: an
 * exchange whose pieces are not back; `returned`: its parcel failed or came back, and nobody has decided yet, or
 * counted what is in it. Beside that, `to_check`: a transfer waits to be found at the bank; `advance_late`: an advance is missing after its time;
 * `to_refund`: the shop has received more than it may keep.
 */
export const ORDER_WORK = [
  'to_confirm',
  'awaits_money',
  'awaits_return',
  'to_pack',
  'to_hand_over',
  'with_courier',
  'returned',
  'to_check',
  'advance_late',
  'to_refund',
] as const;

export type OrderWork = (typeof ORDER_WORK)[number];

export const ORDER_SORT_KEYS = ['createdAt', 'totalAmount', 'orderNumber', 'status', 'customerName'] as const;

export const orderQuery = z.object({
  ...paging,
  status: orderStatus.optional().meta({ description: 'Only what has this status' }),
  source: z.enum(ORDER_SOURCES).optional().meta({ description: 'Only what began there' }),
  work: z.enum(ORDER_WORK).optional().meta({
    description:
      'Only orders with which this is to be done next; `returned`: their parcel failed or came back, and is sent again, counted or given up; `to_check`: a transfer waits to be found at the bank; `advance_late`: an advance is missing after its time',
  }),
  customerId: objectId.optional().meta({ description: 'Only the orders of one customer' }),
  customerEmail: searchText(254).optional().meta({ description: 'The e-mail address an order was placed with' }),
  /** Part of an order number, name, e-mail address, phone, tracking number or product name. */
  search: searchText(200).optional().meta({ description: 'Part of what people know it by: a name, a number, a phone' }),
  dateFrom: day.optional().meta({ description: 'The first day' }),
  dateTo: day.optional().meta({ description: 'The last day' }),
  ...sorting(ORDER_SORT_KEYS, 'createdAt', 'desc'),
});

export type OrderQuery = z.infer<typeof orderQuery>;

/** Who has the cash of an order that was delivered without a parcel; `nobody`: it is not received yet. */
export const CASH_HOLDERS = ['us', 'courier', 'nobody'] as const;

export type CashHolder = (typeof CASH_HOLDERS)[number];

const cashHolder = {
  cashWith: z.enum(CASH_HOLDERS).nullable().default(null).meta({
    description:
      'With whom the cash is of an order that is delivered without a parcel, and on which something is due: needed then',
  }),
  courierId: objectId.nullable().default(null).meta({ description: 'Which courier has it' }),
};

/** `despiteParcel` cancels although a parcel is on its way; `reason` says why an order is delivered whose parcels all failed or came back. */
export const orderStatusChange = z.object({
  status: orderStatus,
  ...statusVersion,
  despiteParcel: z.boolean().default(false),
  reason: deliveredReason,
  ...cashHolder,
});

export type OrderStatusChange = z.infer<typeof orderStatusChange>;

/** The most orders that one request may change. */
export const MAX_ORDERS_AT_ONCE = 100;

/** One status for many orders; each is changed or refused on its own. */
export const orderStatusChanges = z.object({
  orders: z
    .array(z.object({ id: objectId, ...statusVersion }))
    .min(1, 'Required')
    .max(MAX_ORDERS_AT_ONCE, `At most ${MAX_ORDERS_AT_ONCE} at once`)
    .refine((orders) => new Set(orders.map(({ id }) => id)).size === orders.length, 'Each order once'),
  status: orderStatus,
  despiteParcel: z.boolean().default(false),
  reason: deliveredReason,
  ...cashHolder,
});

export type OrderStatusChanges = z.infer<typeof orderStatusChanges>;

/** Each order as it is now, or why it was refused. */
export const orderStatusOutcome = z.object({ id: objectId, order: staffOrder.nullable(), refusal: refusal.nullable() });

export type OrderStatusOutcome = z.infer<typeof orderStatusOutcome>;

/** What makes several orders those of one stranger. */
export const STRANGER_MARKS = ['phone', 'device', 'network'] as const;

export const reservedQuery = z.object({
  same: z.enum(STRANGER_MARKS).default('phone').meta({ description: 'What makes orders those of one stranger' }),
});

export type ReservedQuery = z.infer<typeof reservedQuery>;

const reservingOrder = z.object({
  id: objectId,
  orderNumber: z.string(),
  customerName: hiddenName(z.string()),
  customerPhone: hiddenPhone(z.string()),
  /** Pieces that it has taken: none while it awaits proof. */
  units: z.int(),
  value: hiddenSum(rupees),
  awaitsProof: z.boolean(),
  createdAt: timestamp,
});

const stranger = z.object({ orders: z.array(reservingOrder), units: z.int(), value: hiddenSum(rupees), since: timestamp });

export type Stranger = z.infer<typeof stranger>;

/** What unconfirmed orders of the website reserve, in all and by stranger, the most pieces first. At most a hundred strangers, and orders of each. */
export const reservedByStrangers = z.object({
  orders: z.int(),
  units: z.int(),
  value: hiddenSum(rupees),
  since: timestamp.nullable(),
  strangers: z.array(stranger),
});

/** Orders to cancel together, and why. */
export const reservedRelease = z.object({
  orderIds: z.array(objectId).min(1, 'Required').max(MAX_ORDERS_AT_ONCE, `At most ${MAX_ORDERS_AT_ONCE} at once`),
  reason: line(300),
});

export type ReservedRelease = z.infer<typeof reservedRelease>;

/** The cancelled orders, and the numbers of those that were confirmed, begun or cancelled meanwhile and stay as they are. */
export const releasedOrders = z.object({ released: z.array(staffOrder), left: z.array(z.string()) });

/** What staff may correct, and the version they saw. Items and prices stay. */
export const orderEdit = z
  .object({
    customerName: line(MAX_LENGTHS.name),
    customerEmail: optionalEmail,
    customerPhone: typedPhones,
    secondPhone,
    ...editedGift,
    /** Empty only for an order of the counter. */
    customerAddress: typedLine(MAX_LENGTHS.address),
    city: text(80),
    zipCode: text(20),
    country: countryCode,
    notes: text(1000),
    updatedAt: expectedVersion,
    /** What the order costs without its code, where that is not for the new phone and `price_changed` said so. */
    totalSeen: z.number().min(0).max(1_000_000_000),
  })
  .partial()
  .refine(({ updatedAt: _, totalSeen: __, ...changes }) => Object.keys(changes).length > 0, 'Nothing to change')
  .transform(splitPhones);

export type OrderEditRequest = z.infer<typeof orderEdit>;

export type OrderEdit = Omit<OrderEditRequest, 'updatedAt' | 'totalSeen'>;

/** The items that an order should have. A line with the id of one of the order's lines keeps the price it was sold at. */
export const orderItemsEdit = z.object({
  items: cartLines(cartLine.extend({ id: objectId.optional() })).refine((lines) => {
    const ids = lines.flatMap(({ id }) => id ?? []);
    return new Set(ids).size === ids.length;
  }, 'Each line once'),
  updatedAt: expectedVersion.optional(),
  /** The new total that staff saw, in rupees with delivery. */
  totalSeen: z.number().min(0).max(1_000_000_000).optional(),
  /** Only says what would be. */
  preview: z.boolean().default(false),
  /** Price all of it by the delivery rule and the code of today, instead of those that the order was placed under. */
  byToday: z.boolean().default(false),
});

export type OrderItemsEdit = z.infer<typeof orderItemsEdit>;

/** What an order costs, and for what. */
export const orderInBrief = z.object({
  items: z.array(
    z.object({
      productId: objectId,
      name: z.string(),
      color: z.string().nullable(),
      size: z.string().nullable(),
      quantity: z.int(),
      price: hiddenSum(rupees),
    }),
  ),
  subtotal: hiddenSum(rupees),
  ...discounted,
  discount: hiddenSum(discounted.discount),
  deliveryDiscount: hiddenSum(discounted.deliveryDiscount),
  shipping: hiddenSum(rupees),
  giftWrap: hiddenGiftWrap,
  total: hiddenSum(rupees),
});

/** The order as it is now, and the difference. `today`: what `after` would be by the rules of today, where they make another price. */
export const orderItemsChange = z.object({
  order: staffOrder,
  before: orderInBrief,
  after: orderInBrief,
  today: orderInBrief.optional(),
});

export type OrderItemsChange = z.infer<typeof orderItemsChange>;

export const orderStats = z.object({
  totalOrders: z.int(),
  totalRevenue: hiddenRevenue(rupees),
  averageOrderValue: hiddenRevenue(rupees),
  statusCounts: z.record(orderStatus, z.int()),
  /** How many orders wait for each work; those that none waits for are left out. */
  work: z.array(z.object({ work: z.enum(ORDER_WORK), orders: z.int() })),
});
