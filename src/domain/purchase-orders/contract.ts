import * as z from 'zod';
import { MAX_LENGTHS } from '#domain/limits.ts';
import { paging, sorting } from '#domain/lists.ts';
import { roundMoney } from '#domain/money.ts';
import { readPhones } from '#domain/phone.ts';
import { units } from '#domain/stock/contract.ts';
import { email, line, searchText, text, typedLine } from '#domain/text-fields.ts';
import { amount, day, idOr, objectId, period, rupees, timestamp } from '#domain/values.ts';
import { variantName } from '#domain/variants/contract.ts';
import { expectedVersion, statusVersion } from '#domain/versions.ts';

/** The spec's messages for missing fields. */
export const PURCHASE_INCOMPLETE = 'Please fill supplier name and add at least one item';
export const ITEM_INCOMPLETE = 'Please fill all item fields';
export const NOTHING_RECEIVED = 'Please enter how many pieces arrived';

const MAX_ITEMS = 100;

/** The largest total the database can store. */
const MAX_TOTAL = 9_999_999_999;

/** The order in which lists sort them. */
export const PURCHASE_ORDER_STATUSES = ['pending', 'ordered', 'received', 'partial', 'cancelled'] as const;

export const purchaseOrderStatus = z.enum(PURCHASE_ORDER_STATUSES);

export type PurchaseOrderStatus = z.infer<typeof purchaseOrderStatus>;

/** The total cost of items in rupees. */
export function totalCostOf(items: readonly { quantity: number; unitCost: number }[]): number {
  return roundMoney(items.reduce((sum, { quantity, unitCost }) => sum + quantity * unitCost, 0));
}

/** An item to order. The database takes its name from the product and calculates its total. */
export const purchaseOrderItemPayload = z.object({
  productId: idOr(ITEM_INCOMPLETE),
  productName: typedLine(500).optional(),
  ...variantName,
  quantity: units(1, ITEM_INCOMPLETE),
  unitCost: amount(10_000_000, ITEM_INCOMPLETE),
});

/** Normalises a single phone number; anything else (extensions, names) stays as typed. */
export function singlePhone(typed: string): string {
  const read = readPhones(typed);
  return 'phone' in read && !read.secondPhone ? read.phone : typed;
}

/** Fields of a new purchase order and of an edit. No defaults: what an edit leaves out stays. */
const fields = {
  supplierName: line(120, PURCHASE_INCOMPLETE, PURCHASE_INCOMPLETE),
  supplierEmail: z.union([z.literal(''), email], { error: 'Enter a valid e-mail address' }),
  supplierPhone: text(MAX_LENGTHS.phone).overwrite(singlePhone),
  supplierAddress: text(500),
  items: z
    .array(purchaseOrderItemPayload, { error: PURCHASE_INCOMPLETE })
    .min(1, PURCHASE_INCOMPLETE)
    .max(MAX_ITEMS, `At most ${MAX_ITEMS} items`)
    .refine((items) => totalCostOf(items) <= MAX_TOTAL, 'The total is too large'),
  charges: amount(10_000_000),
  expectedDeliveryDate: day.nullable(),
  notes: text(1000),
};

export const purchaseOrderPayload = z.object({
  ...fields,
  supplierEmail: fields.supplierEmail.default(''),
  supplierPhone: fields.supplierPhone.default(''),
  supplierAddress: fields.supplierAddress.default(''),
  charges: fields.charges.default(0),
  expectedDeliveryDate: fields.expectedDeliveryDate.default(null),
  notes: fields.notes.default(''),
});

export type PurchaseOrderItemPayload = z.infer<typeof purchaseOrderItemPayload>;

export type PurchaseOrderPayload = z.infer<typeof purchaseOrderPayload>;

/** What staff may correct. Items are replaced as a whole, until some are received; until then the charges may change, too. */
export const purchaseOrderEdit = z
  .object({ ...fields, updatedAt: expectedVersion })
  .partial()
  .refine(({ updatedAt: _, ...changes }) => Object.keys(changes).length > 0, 'Nothing to change');

export type PurchaseOrderEdit = z.infer<typeof purchaseOrderEdit>;

export const purchaseOrderStatusChange = z.object({ status: purchaseOrderStatus, ...statusVersion });

export type PurchaseOrderStatusChange = z.infer<typeof purchaseOrderStatusChange>;

export const purchaseOrderItem = z.object({
  id: objectId,
  _id: objectId,
  productId: objectId,
  productName: z.string(),
  /** The choice that was ordered; empty where pieces are not counted by it. */
  color: z.string().default(''),
  size: z.string().default(''),
  sku: z.string().default(''),
  quantity: z.int(),
  unitCost: rupees,
  totalCost: rupees,
  /** Pieces that arrived, including damaged ones, which are not added to the stock. */
  received: z.int(),
  damaged: z.int(),
  /** The missing pieces are no longer expected. */
  closedShort: z.boolean(),
});

export type PurchaseOrderItem = z.infer<typeof purchaseOrderItem>;

export const purchaseOrder = z.object({
  id: objectId,
  _id: objectId,
  orderNumber: z.string(),
  supplierId: objectId,
  /** What the order was written to, as it was then. */
  supplierName: z.string(),
  supplierEmail: z.string(),
  supplierPhone: z.string(),
  supplierAddress: z.string(),
  items: z.array(purchaseOrderItem),
  totalAmount: rupees,
  /** Freight and other charges, which the costs of the pieces share by value. Not part of the total, which is the supplier’s. */
  charges: rupees.default(0),
  status: purchaseOrderStatus,
  expectedDeliveryDate: z.string().nullable(),
  /** When it was first ordered or received. */
  orderDate: timestamp.nullable(),
  notes: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type PurchaseOrder = z.infer<typeof purchaseOrder>;

/** What arrived of one item. */
const receivedLine = z
  .object({
    itemId: objectId,
    received: units(1, 'Enter how many arrived'),
    damaged: units(0, 'Enter how many are damaged').default(0),
  })
  .refine(({ received, damaged }) => damaged <= received, { path: ['damaged'], message: 'Not more than arrived' });

/** What arrived. `overDelivery` accepts more than was ordered. */
export const newSupplierDelivery = z.object({
  items: z
    .array(receivedLine)
    .min(1, NOTHING_RECEIVED)
    .max(MAX_ITEMS, `At most ${MAX_ITEMS} items`)
    .refine((lines) => new Set(lines.map(({ itemId }) => itemId)).size === lines.length, 'Each line only once'),
  notes: text(1000).default(''),
  overDelivery: z.boolean().default(false),
  updatedAt: expectedVersion.optional(),
});

export type NewSupplierDelivery = z.infer<typeof newSupplierDelivery>;

/** Pieces of a purchase order that a supplier delivered. Taking them back removes them from the stock. */
export const supplierDelivery = z.object({
  id: objectId,
  _id: objectId,
  /** The reference number in the stock history. */
  deliveryNumber: z.string(),
  items: z.array(
    z.object({
      /** Identifies the item in the delivery: a product can be in several items. */
      position: z.int(),
      productId: objectId,
      productName: z.string(),
      color: z.string().default(''),
      size: z.string().default(''),
      sku: z.string().default(''),
      received: z.int(),
      damaged: z.int(),
    }),
  ),
  notes: z.string(),
  /** Null for deliveries older than this record, and for accounts that are gone. */
  actorName: z.string().nullable(),
  createdAt: timestamp,
  takenBackAt: timestamp.nullable(),
  takenBackByName: z.string().nullable(),
});

export type SupplierDelivery = z.infer<typeof supplierDelivery>;

export const itemClosing = z.object({ closedShort: z.boolean() });

export type ItemClosing = z.infer<typeof itemClosing>;

export const PURCHASE_ORDER_SORT_KEYS = ['createdAt', 'supplierName', 'totalAmount', 'status'] as const;

export const purchaseOrderQuery = z.object({
  ...paging,
  status: purchaseOrderStatus.optional().meta({ description: 'Only what has this status' }),
  supplierName: searchText(120).optional().meta({ description: 'Part of the supplier’s name' }),
  ...period.shape,
  ...sorting(PURCHASE_ORDER_SORT_KEYS, 'createdAt', 'desc'),
});

export type PurchaseOrderQuery = z.infer<typeof purchaseOrderQuery>;

export const purchaseOrderStats = z.object({
  totalPurchaseOrders: z.int(),
  /** Without cancelled ones. */
  totalAmount: rupees,
  statusCounts: z.record(purchaseOrderStatus, z.int()),
});
