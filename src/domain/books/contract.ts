import * as z from 'zod';
import { PAYMENT_KINDS } from '#domain/payments/contract.ts';
import { hiddenInReference, hiddenSum } from '#domain/rights/hidden.ts';
import { line, optionalLine, shaped } from '#domain/text-fields.ts';
import { idOr, objectId, rupees, timestamp } from '#domain/values.ts';

/** The accounts of the books, which tell apart what the ledger has in one (money/accounts.sql). */
export const BOOK_ACCOUNTS = [
  'cash',
  'bank',
  'wallet',
  'courier',
  'customers_due',
  'income_tax_withheld',
  'sales_tax_withheld',
  'tax_paid_back',
  'gst_on_charges',
  'advances',
  'refunds_owed',
  'store_credit',
  'sales_tax',
  'sales_tax_returned',
  'sales',
  'delivery',
  'gift_wrap',
  'discounts',
  'returned',
  'claims_paid',
  'suppliers',
  'delivery_charges',
  'return_charges',
  'other_charges',
  'charges_paid_back',
  'never_paid',
  'credit_given',
  'advertising',
  'packing',
  'wages',
  'other_expenses',
  'rounding',
] as const;

const bookAccount = z.enum(BOOK_ACCOUNTS, 'Choose from the list');

/** A month in Asia/Karachi: `2026-11`. */
const month = shaped(7, /^(19|[2-9]\d)\d\d-(0[1-9]|1[0-2])$/, 'Use a month like 2026-11');

/** An account as accountants know it. Numbers stay; owners choose the name. */
export const chartAccount = z.object({
  account: bookAccount,
  number: z.int(),
  name: z.string(),
  /** What it is called unless owners renamed it. */
  usualName: z.string(),
});

export type ChartAccount = z.infer<typeof chartAccount>;

/** A new name of an account; an empty one brings the usual name back. */
export const accountRename = z.object({ account: bookAccount, name: optionalLine(60) });

export type AccountRename = z.infer<typeof accountRename>;

/** `running`: not over. `open`: over, and not closed. `closed`: no payment is dated in it any more. */
export const MONTH_STATES = ['running', 'open', 'closed'] as const;

export const bookMonth = z.object({
  month: z.string(),
  state: z.enum(MONTH_STATES),
  /** Null while it is open, and for an account that is gone. */
  closedBy: z.string().nullable(),
  closedAt: timestamp.nullable(),
});

export type BookMonth = z.infer<typeof bookMonth>;

/** A line of the trial balance. Above zero is debit; every column of balances comes to zero. */
const balanceLine = z.object({
  account: bookAccount,
  number: z.int(),
  name: z.string(),
  opening: hiddenSum(rupees),
  debit: hiddenSum(rupees),
  credit: hiddenSum(rupees),
  closing: hiddenSum(rupees),
});

export type BalanceLine = z.infer<typeof balanceLine>;

/** What a courier withheld in a month, by the files that were booked in it, with the numbers of its certificates. */
const withheldTax = z.object({
  courierId: objectId,
  courier: z.string(),
  incomeTax: hiddenSum(rupees),
  salesTax: hiddenSum(rupees),
  /** Empty until it is noted. */
  incomeTaxCertificate: hiddenInReference(z.string()),
  salesTaxCertificate: hiddenInReference(z.string()),
});

export type WithheldTax = z.infer<typeof withheldTax>;

/** The sales tax of what was delivered in a month, and of what went back in it, at one rate. */
const salesTax = z.object({
  percent: z.int(),
  net: hiddenSum(rupees),
  tax: hiddenSum(rupees),
  netBack: hiddenSum(rupees),
  taxBack: hiddenSum(rupees),
});

export type SalesTax = z.infer<typeof salesTax>;

export const bookMonthDetails = bookMonth.extend({
  /** Only this one can be reopened. */
  isLastClosed: z.boolean(),
  /** Whether the payments of a closed month still come to the balance that was kept; null while it is open. */
  isAsKept: z.boolean().nullable(),
  /** By number. Of a closed month as it was kept. */
  balance: z.array(balanceLine),
  withheld: z.array(withheldTax),
  /** By rate; empty where the shop charges none. */
  salesTax: z.array(salesTax),
});

export type BookMonthDetails = z.infer<typeof bookMonthDetails>;

export const monthQuery = z.object({ month: month.meta({ description: 'Which month: `2026-11`' }) });

export type MonthQuery = z.infer<typeof monthQuery>;

/** Which month is closed, with all before it that are open. */
export const monthClosing = z.object({ month });

/** Which month is reopened, and why. */
export const monthReopening = z.object({ month, reason: line(300, 'Say why') });

export type MonthReopening = z.infer<typeof monthReopening>;

export const WITHHELD_TAXES = ['income_tax', 'sales_tax'] as const;

export type TaxKind = (typeof WITHHELD_TAXES)[number];

/** The number of a courier’s certificate for what it withheld in a month; an empty one takes it away. */
export const taxCertificate = z.object({
  month,
  courierId: idOr('Choose a courier'),
  tax: z.enum(WITHHELD_TAXES, 'Choose from the list'),
  number: optionalLine(60),
});

export type TaxCertificate = z.infer<typeof taxCertificate>;

/** A line of an entry: what an account gets (debit) or gives (credit). */
const journalLine = z.object({
  account: bookAccount,
  debit: hiddenSum(rupees.nullable()),
  credit: hiddenSum(rupees.nullable()),
});

/** An entry of the journal: a payment, or what an order posts when it is delivered, cancelled or changed after that. Its lines come to zero. */
export const journalEntry = z.object({
  /** Its number: `P7` of a payment, `S7` of an order. */
  id: z.string(),
  day: z.string(),
  kind: z.enum([...PAYMENT_KINDS, 'sale']),
  /** It takes another one back. */
  isReversal: z.boolean(),
  reference: hiddenInReference(z.string()),
  orderNumber: z.string().nullable(),
  courier: z.string().nullable(),
  /** Debits first. */
  lines: z.array(journalLine),
});

export type JournalEntry = z.infer<typeof journalEntry>;
