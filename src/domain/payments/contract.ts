import * as z from 'zod';
import { paging } from '#domain/lists.ts';
import { ORDER_SOURCES } from '#domain/order-sources.ts';
import { hiddenInReference, hiddenInWords, hiddenName, hiddenSum } from '#domain/rights/hidden.ts';
import { line, optionalLine, searchText } from '#domain/text-fields.ts';
import { amount, day, objectId, period, rupees, timestamp } from '#domain/values.ts';
import { expectedVersion } from '#domain/versions.ts';

/**
 * What a payment is. `advance`: before delivery. `collected`: at the door. `credit_used`: store credit that an order takes. `claim`: what a courier pays
 * for a parcel that it lost or broke. `settled`: what a courier pays out and keeps, by a file of its own. `short_paid`: what it never paid of a parcel’s cash.
 * `supplier_paid`: what a supplier gets for its pieces. `expense`: what the shop spends on anything else.
 */
export const PAYMENT_KINDS = [
  'advance',
  'collected',
  'credit_used',
  'refund',
  'credit_given',
  'claim',
  'settled',
  'short_paid',
  'supplier_paid',
  'expense',
] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** How money moved. `wallet`: Easypaisa, JazzCash and the like. */
export const MONEY_METHODS = ['bank_transfer', 'raast', 'wallet', 'cash', 'store_credit'] as const;
export type MoneyMethod = (typeof MONEY_METHODS)[number];

/** Where money is (money/payments.sql). */
const LEDGER_ACCOUNTS = [
  'customer',
  'courier',
  'bank',
  'cash',
  'charges',
  'tax_withheld',
  'credit',
  'written_off',
  'suppliers',
  'expenses',
] as const;

/** What the shop spends on besides pieces, couriers and taxes. */
export const EXPENSES = ['advertising', 'packing', 'wages', 'other_expenses'] as const;

export type Expense = (typeof EXPENSES)[number];

const paymentKind = z.enum(PAYMENT_KINDS);
const moneyMethod = z.enum(MONEY_METHODS);

/** How the shop pays somebody who has no store credit. */
export const moneySent = moneyMethod.exclude(['store_credit']);

const ledgerAccount = z.enum(LEDGER_ACCOUNTS);

/** A row of the ledger: an amount that moved from one account to another. */
export const payment = z.object({
  id: objectId,
  kind: paymentKind,
  method: moneyMethod,
  fromAccount: ledgerAccount,
  toAccount: ledgerAccount,
  amount: hiddenSum(rupees),
  orderId: objectId.nullable(),
  orderNumber: z.string().nullable(),
  /** Whose store credit it moves. */
  customerId: objectId.nullable(),
  customerName: hiddenName(z.string()).nullable(),
  /** The name of the courier that has it, or paid it; null where it is no courier’s, or nobody knows whose. */
  courier: z.string().nullable(),
  /** Which supplier was paid. */
  supplierId: objectId.nullable(),
  supplier: z.string().nullable(),
  /** What an expense was for, the day it counts for, and of advertising where the orders come from that it is to bring. */
  expense: z.enum(EXPENSES).nullable(),
  spentOn: z.string().nullable(),
  advertises: z.enum(ORDER_SOURCES).nullable(),
  reference: hiddenInReference(z.string()),
  reason: hiddenInWords(z.string()),
  /** The payment that this one takes back. */
  reverses: objectId.nullable(),
  /** Another one takes it back. */
  isReversed: z.boolean(),
  actorName: z.string().nullable(),
  createdAt: timestamp,
});

export type Payment = z.infer<typeof payment>;

export const paymentQuery = z.object({
  ...paging,
  kind: paymentKind.optional().meta({ description: 'Only payments of one kind' }),
  method: moneyMethod.optional().meta({ description: 'Only what was paid like this' }),
  orderNumber: searchText(40)
    .overwrite((typed) => typed.toUpperCase())
    .optional()
    .meta({ description: 'Only the payments of one order' }),
  ...period.shape,
});

export type PaymentQuery = z.infer<typeof paymentQuery>;

/** What lies in each account, in rupees. `credit` and `customer` are below zero by what is owed to customers, and what they gave. */
export const accountBalances = z.object({
  customer: rupees,
  courier: rupees,
  bank: rupees,
  cash: rupees,
  charges: rupees,
  taxWithheld: rupees,
  credit: rupees,
  writtenOff: rupees,
  suppliers: rupees,
  expenses: rupees,
});

export type AccountBalances = z.infer<typeof accountBalances>;

const MAX_RUPEES = 1_000_000;

const moved = amount(MAX_RUPEES, 'Enter an amount').min(1, 'At least 1');

/** Money back to the customer of an order, and the version that staff saw. */
export const refund = z.object({
  amount: moved,
  method: moneyMethod,
  reference: optionalLine(60),
  reason: line(300, 'Say why'),
  /** It is for something else than the returns of the order that are still to be paid back. */
  isBesides: z.boolean().default(false),
  updatedAt: expectedVersion.optional(),
});

export type Refund = z.infer<typeof refund>;

/** Why a payment is taken back. */
export const paymentReversal = z.object({ reason: line(300, 'Say why') });

/** Store credit for a customer, and the credit that staff saw, so that pressing twice gives once. */
export const creditGift = z.object({
  amount: moved,
  reason: line(300, 'Say why'),
  creditSeen: rupees.optional(),
});

export type CreditGift = z.infer<typeof creditGift>;

/** What was spent, for which day, and how. Of advertising, where the orders come from that it is to bring. */
export const expense = z
  .object({
    expense: z.enum(EXPENSES, 'What was it for?'),
    spentOn: day,
    advertises: z.enum(ORDER_SOURCES, 'Choose from the list').optional(),
    amount: amount(100_000_000, 'Enter an amount').min(1, 'At least 1'),
    method: moneySent,
    reference: optionalLine(60),
    reason: optionalLine(300),
  })
  .refine(({ expense, advertises }) => expense !== 'advertising' || advertises, {
    path: ['advertises'],
    message: 'Which orders is it to bring?',
    // Said at once with whatever else is wrong.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .refine(({ expense, advertises }) => expense === 'advertising' || !advertises, {
    path: ['advertises'],
    message: 'Only advertising brings orders',
  });

export type ExpenseBooking = z.infer<typeof expense>;

/** Rupees of store credit that an order takes. */
export const usedCredit = moved;
