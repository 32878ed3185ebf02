import { formatMoment } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import type { AuditEntry } from '#domain/audit-log/contract.ts';
import type { PaymentKind } from '#domain/payments/contract.ts';

/** What moved, as it stands after "booked" and "took back". */
const BOOKED: Record<PaymentKind, string> = {
  advance: 'an advance',
  collected: 'what was paid on delivery',
  credit_used: 'store credit used',
  refund: 'a refund',
  credit_given: 'store credit given',
  claim: 'what a courier paid for a claim',
  settled: 'what a courier settled',
  short_paid: 'what a courier never paid',
  supplier_paid: 'what a supplier got',
  expense: 'an expense',
};

type Told = Pick<AuditEntry, 'subject' | 'before' | 'after' | 'event'>;

/** What somebody did with an order's calls, money or messages, after their name; null for any other event, which is told by the fields that changed. */
export function eventSentence({ subject, before, after, event }: Told): string | null {
  const record = subject.replace(/^payment of /, '');
  if (event?.kind === 'payment') return moneySentence(event.subject, record, before, after);
  if (event?.kind === 'confirmation' && after['confirmation']) return callSentence(record, after);
  if (event?.kind === 'message') return `wrote to the customer of ${record}`;
  return null;
}

const words = (value: unknown) => String(value).replaceAll('_', ' ');

function callSentence(order: string, { confirmation, callBackAt }: Told['after']): string {
  if (confirmation === 'confirmed') return `confirmed ${order}`;
  return `called about ${order}: ${words(confirmation)}${typeof callBackAt === 'string' ? ` at ${formatMoment(callBackAt)}` : ''}`;
}

function moneySentence(kind: string, order: string, before: Told['before'], after: Told['after']): string {
  const isTakenBack = Object.keys(after).length === 0;
  const { amount, dueAt, reference, method, transfer } = isTakenBack ? before : after;
  // A role that sees no sums gets dots instead.
  const sum = amount === undefined ? '' : ` of ${Number.isFinite(Number(amount)) ? formatPrice(Number(amount)) : amount}`;
  if (kind === 'advance_asked') {
    if (isTakenBack) return `no longer asks for an advance for ${order}`;
    return `asked for an advance${sum} for ${order}${typeof dueAt === 'string' ? `, until ${formatMoment(dueAt)}` : ''}`;
  }
  if (kind === 'transfer') {
    const which = reference ? `the transfer ${reference}` : 'the transfer';
    return transfer === 'sent' ? `noted ${which} for ${order}` : `could not find ${which} for ${order}`;
  }
  const how = [kind === 'credit_used' || !method ? '' : words(method).replace(/^./, (letter) => letter.toUpperCase()), reference]
    .filter(Boolean)
    .join(', ');
  const what = BOOKED[kind as PaymentKind] ?? words(kind);
  return `${isTakenBack ? 'took back' : 'booked'} ${what}${sum} for ${order}${how && ` (${how})`}`;
}
