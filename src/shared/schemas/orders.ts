import * as z from 'zod';
import { isCountry } from '#shared/countries.ts';
import { MAX_PHONE_LENGTH, normalizePhone, readPhones } from '#shared/phone.ts';
import { cartLine, cartLines } from './cart.ts';
import { refusal } from './failures.ts';
import { honeypotFields, withoutHoneypot } from './honeypot.ts';
import { paging, sortOrder } from './lists.ts';
import { shipmentStatus } from './shipments.ts';
import { email, line, optionalLine, searchText, text } from './text-fields.ts';
import { day, objectId, rupees, timestamp } from './values.ts';
import { seenVersion, statusVersion } from './versions.ts';

/** In the order an order usually takes them, which is how lists sort them. */
export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;

export const orderStatus = z.enum(ORDER_STATUSES);

export type OrderStatus = z.infer<typeof orderStatus>;

export const PAYMENT_STATUSES = ['pending', 'paid', 'failed'] as const;

export const paymentStatus = z.enum(PAYMENT_STATUSES);

export const PAYMENT_METHODS = ['cash_on_delivery'] as const;

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** A phone field as it is typed: one number, or two. */
const typedPhones = z
  .string()
  .trim()
  .max(MAX_PHONE_LENGTH, `At most ${MAX_PHONE_LENGTH} characters`)
  .superRefine((typed, { addIssue }) => {
    const read = readPhones(typed);
    if ('error' in read) addIssue({ code: 'custom', message: read.error });
  });

/** A phone number, normalised by `normalizePhone`. */
export const phone = typedPhones.overwrite((typed) => normalizePhone(typed) ?? typed);

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

/** ISO 3166-1, two letters, kept in lower case. */
const countryCode = z.string().trim().toLowerCase().refine(isCountry, 'Use the two-letter code of a country, like pk');

/** What checkout sends. Names, images and prices of the items are accepted but never used. */
const checkoutPayload = z.object({
  customerName: line(120),
  customerEmail: email,
  /** May contain two numbers. */
  customerPhone: typedPhones,
  secondPhone: secondPhone.optional(),
  customerAddress: line(500),
  city: optionalLine(80),
  zipCode: optionalLine(20),
  country: countryCode.default('pk'),
  items: cartLines(cartLine),
  /** The total the shopper saw, in rupees with delivery. */
  totalAmount: z.number().min(0).max(1_000_000_000),
  paymentMethod: z.literal(PAYMENT_METHODS).default('cash_on_delivery'),
  notes: text(1000).default(''),
  /** The shopper confirmed that they want the same order as a moment ago once more. */
  repeat: z.boolean().optional(),
  ...honeypotFields,
});

export const orderPayload = checkoutPayload.transform(withoutHoneypot).transform(splitPhones);

export type OrderPayload = z.infer<typeof orderPayload>;

export const orderItem = z.object({
  productId: objectId,
  productName: z.string(),
  productImage: z.string().nullable(),
  selectedColor: z.string().nullable(),
  selectedSize: z.string().nullable(),
  /** Missing in mails that were queued by an older version. */
  sku: z.string().optional(),
  quantity: z.int(),
  price: rupees,
});

/** A parcel of an order; the order's next step depends on it. */
const orderShipment = z.object({
  id: objectId,
  shipmentNumber: z.string(),
  status: shipmentStatus,
  carrier: z.string(),
  trackingNumber: z.string(),
  updatedAt: timestamp,
});

export const order = z.object({
  id: objectId,
  _id: objectId,
  orderNumber: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  secondPhone: z.string().nullable().default(null),
  customerAddress: z.string(),
  city: z.string(),
  zipCode: z.string(),
  country: z.string(),
  items: z.array(orderItem),
  /** Latest last. Missing in mails that were queued by an older version. */
  shipments: z.array(orderShipment).default([]),
  subtotal: rupees,
  shipping: rupees,
  totalAmount: rupees,
  paymentMethod: z.literal(PAYMENT_METHODS),
  paymentStatus,
  status: orderStatus,
  notes: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type Order = z.infer<typeof order>;

export const orderId = z.object({ id: objectId });
export const orderNumber = z.object({ orderNumber: line(40) });

export const ORDER_SORT_KEYS = ['createdAt', 'totalAmount', 'orderNumber', 'status', 'customerName'] as const;

export const orderQuery = z.object({
  ...paging,
  status: orderStatus.optional(),
  customerEmail: searchText(254).optional(),
  /** Part of an order number, name, e-mail address, phone, tracking number or product name. */
  search: searchText(200).optional(),
  dateFrom: day.optional(),
  dateTo: day.optional(),
  sortBy: z.enum(ORDER_SORT_KEYS).default('createdAt'),
  sortOrder: sortOrder.default('desc'),
});

export type OrderQuery = z.infer<typeof orderQuery>;

/** `despiteParcel` cancels although a parcel is on its way. */
export const orderStatusChange = z.object({
  status: orderStatus,
  ...statusVersion,
  despiteParcel: z.boolean().default(false),
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
});

export type OrderStatusChanges = z.infer<typeof orderStatusChanges>;

/** Each order as it is now, or why it was refused. */
export const orderStatusOutcome = z.object({ id: objectId, order: order.nullable(), refusal: refusal.nullable() });

export type OrderStatusOutcome = z.infer<typeof orderStatusOutcome>;

/** What staff may correct, and the version they saw. Items and prices stay. */
export const orderEdit = z
  .object({
    customerName: line(120),
    customerEmail: email,
    customerPhone: typedPhones,
    secondPhone,
    customerAddress: line(500),
    city: text(80),
    zipCode: text(20),
    country: countryCode,
    notes: text(1000),
    updatedAt: seenVersion,
  })
  .partial()
  .refine(({ updatedAt: _, ...changes }) => Object.keys(changes).length > 0, 'Nothing to change')
  .transform(splitPhones);

export type OrderEditRequest = z.infer<typeof orderEdit>;

export type OrderEdit = Omit<OrderEditRequest, 'updatedAt'>;

export const orderStats = z.object({
  totalOrders: z.int(),
  totalRevenue: rupees,
  averageOrderValue: rupees,
  statusCounts: z.record(orderStatus, z.int()),
});

export const orderTracking = z.object({ orderNumber: line(40), phone });

export type OrderTracking = z.infer<typeof orderTracking>;

/** What anyone may see who knows an order's number and phone. */
export const trackedOrder = z.object({
  orderNumber: z.string(),
  status: orderStatus,
  createdAt: timestamp,
  updatedAt: timestamp,
  totalAmount: rupees,
  items: z.array(orderItem.omit({ productId: true })),
  shipments: z.array(
    z.object({
      shipmentNumber: z.string(),
      status: z.string(),
      carrier: z.string(),
      trackingNumber: z.string(),
      shippedDate: timestamp.nullable(),
      estimatedDeliveryDate: z.string().nullable(),
    }),
  ),
});
