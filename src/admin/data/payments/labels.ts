import { formatPrice } from '#admin/kit/price-text.ts';
import type { StatusLabel } from '#admin/kit/status-labels.ts';
import type { Expense, MoneyMethod, Payment, PaymentKind } from '#domain/payments/contract.ts';
import type { Right } from '#domain/rights/rights.ts';

export const PAYMENT_KIND_LABELS: Record<PaymentKind, StatusLabel> = {
  advance: { text: 'Advance', tone: 'tone-work' },
  collected: { text: 'Paid on delivery', tone: 'tone-done' },
  credit_used: { text: 'Store credit used', tone: 'tone-move' },
  refund: { text: 'Refund', tone: 'tone-stop' },
  credit_given: { text: 'Store credit given', tone: 'tone-part' },
  claim: { text: 'Courier claim paid', tone: 'tone-done' },
  settled: { text: 'Settled', tone: 'tone-done' },
  short_paid: { text: 'Never paid by courier', tone: 'tone-stop' },
  supplier_paid: { text: 'Paid to supplier', tone: 'tone-move' },
  expense: { text: 'Expense', tone: 'tone-move' },
};

export const MONEY_METHOD_LABELS: Record<MoneyMethod, string> = {
  bank_transfer: 'Bank transfer',
  raast: 'Raast',
  wallet: 'Wallet',
  cash: 'Cash',
  store_credit: 'Store credit',
};

/** What an expense was for. */
export const EXPENSE_LABELS: Record<Expense, string> = {
  advertising: 'Advertising',
  packing: 'Packing material',
  wages: 'Wages',
  other_expenses: 'Other expenses',
};

type Moved = Pick<Payment, 'kind' | 'amount' | 'reverses'>;

/** What a payment did: `Refund`, `Advance, taken back`. */
export function paymentName({ kind, reverses }: Pick<Moved, 'kind' | 'reverses'>): string {
  return reverses ? `${PAYMENT_KIND_LABELS[kind].text}, taken back` : PAYMENT_KIND_LABELS[kind].text;
}

/**
 * What the customer has of it in rupees: below zero for what they paid or spent, as for what a courier paid, above for what they got, as for what a courier
 * did not pay, or a supplier got.
 */
export function toCustomer({ kind, amount, reverses }: Moved): number {
  const got = ['refund', 'credit_given', 'short_paid', 'supplier_paid', 'expense'].includes(kind) ? amount : -amount;
  return reverses ? -got : got;
}

/** How the money of a payment moved, with which courier it is, and which supplier got it; nothing where its name says it. */
export function methodText({
  kind,
  method,
  courier,
  supplier,
  reference,
}: Pick<Payment, 'kind' | 'method' | 'courier' | 'supplier' | 'reference'>): string {
  const isSaid = kind === 'credit_used' || kind === 'credit_given' || kind === 'collected';
  return [isSaid ? '' : MONEY_METHOD_LABELS[method], courier, supplier, reference].filter(Boolean).join(' · ');
}

/** Rupees with their sign: `+Rs. 500`, `−Rs. 500`. */
export function signedPrice(rupees: number): string {
  return `${rupees < 0 ? '−' : '+'}${formatPrice(Math.abs(rupees))}`;
}

/**
 * Whether staff may take a payment back. What was collected with a delivery follows the order's status, unless that is cancelled; a courier's file is undone
 * as a whole.
 */
export function mayTakeBack({ kind, reverses, isReversed }: Payment, orderStatus?: string): boolean {
  if (reverses || isReversed || kind === 'settled') return false;
  return kind !== 'collected' || orderStatus === 'cancelled';
}

/** The right that it takes to take a payment back. */
export function takenBackWith({ kind }: Pick<Payment, 'kind'>): Right {
  return ['advance', 'short_paid', 'supplier_paid', 'expense'].includes(kind) ? 'verify_payments' : 'refund';
}
