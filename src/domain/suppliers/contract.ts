import * as z from 'zod';
import { MAX_LENGTHS } from '#domain/limits.ts';
import { paging, sorting } from '#domain/lists.ts';
import { moneySent, payment } from '#domain/payments/contract.ts';
import { purchaseOrderStatus, singlePhone } from '#domain/purchase-orders/contract.ts';
import { line, optionalEmail, optionalLine, searchText, text } from '#domain/text-fields.ts';
import { amount, objectId, rupees, timestamp } from '#domain/values.ts';
import { expectedVersion } from '#domain/versions.ts';

const MAX_PAID = 100_000_000;

/** Whom the shop buys from, and what it owes them. */
export const supplier = z.object({
  id: objectId,
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  address: z.string(),
  /** Days from a delivery until it is due to be paid; 0: at delivery. */
  terms: z.int(),
  notes: z.string(),
  /** What it got before the shop wrote its payments down. */
  paidBefore: rupees,
  /** For good pieces that came, less what was paid, then and before. Below zero for what was paid ahead. Freight and charges are not the supplier’s. */
  owed: rupees,
  /** Of that, what was due yesterday or before. */
  overdue: rupees,
  lastDelivery: timestamp.nullable(),
  archivedAt: timestamp.nullable(),
  updatedAt: timestamp,
});

export type Supplier = z.infer<typeof supplier>;

/** A purchase order of a supplier. */
const supplierOrder = z.object({
  id: objectId,
  orderNumber: z.string(),
  status: purchaseOrderStatus,
  totalAmount: rupees,
  /** What the good pieces come to that came of it. */
  value: rupees,
  datedAt: timestamp,
  isArchived: z.boolean(),
});

/** What a piece cost before, by the days of the purchase orders of which some came. */
const supplierPrice = z.object({
  variantId: objectId,
  productId: objectId,
  productName: z.string(),
  color: z.string(),
  size: z.string(),
  sku: z.string(),
  last: rupees,
  lastAt: timestamp,
  lowest: rupees,
  lowestAt: timestamp,
});

export type SupplierPrice = z.infer<typeof supplierPrice>;

export const supplierDetails = supplier.extend({
  /** What all its good pieces come to. */
  received: rupees,
  paid: rupees,
  /** The newest 200, archived ones, too. */
  orders: z.array(supplierOrder),
  payments: z.array(payment),
  prices: z.array(supplierPrice),
});

export type SupplierDetails = z.infer<typeof supplierDetails>;

/** Which suppliers a list has. */
export const SUPPLIER_STATES = ['in_use', 'owed', 'overdue', 'archived'] as const;

export const SUPPLIER_SORT_KEYS = ['name', 'owed', 'overdue', 'lastDelivery'] as const;

export const supplierQuery = z.object({
  ...paging,
  name: searchText(120).optional().meta({ description: 'Part of the name' }),
  state: z
    .enum(SUPPLIER_STATES)
    .optional()
    .meta({ description: 'Only those in use, whom the shop owes something, whom it should have paid, or who are archived' }),
  ...sorting(SUPPLIER_SORT_KEYS, 'name', 'asc'),
});

export type SupplierQuery = z.infer<typeof supplierQuery>;

/** What staff may correct in a form. */
export const supplierForm = z
  .object({
    name: line(120, 'Enter a name'),
    phone: text(MAX_LENGTHS.phone).overwrite(singlePhone),
    email: optionalEmail,
    address: text(500),
    terms: z.int('Must be a whole number').min(0, 'Not below 0').max(365, 'At most 365 days'),
    notes: text(1000),
    paidBefore: amount(MAX_PAID),
    isArchived: z.boolean(),
  })
  .partial();

export const supplierEdit = supplierForm
  .extend({ updatedAt: expectedVersion.optional() })
  .refine(({ updatedAt: _, ...changes }) => Object.keys(changes).length > 0, 'Nothing to change');

export type SupplierEdit = z.infer<typeof supplierEdit>;

/** What was paid to a supplier, and what was owed on the screen, so that pressing twice pays once. */
export const supplierPayment = z.object({
  amount: amount(MAX_PAID, 'Enter an amount').min(1, 'At least 1'),
  method: moneySent,
  reference: optionalLine(60),
  reason: optionalLine(300),
  owedSeen: rupees.optional(),
});

export type SupplierPayment = z.infer<typeof supplierPayment>;
