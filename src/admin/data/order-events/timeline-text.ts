import { CUSTOMER_BLOCK_LABELS } from '#admin/data/customers/labels.ts';
import { ORDER_SOURCE_LABELS } from '#admin/data/orders/sources.ts';
import { MONEY_METHOD_LABELS, PAYMENT_KIND_LABELS } from '#admin/data/payments/labels.ts';
import { formatMoment } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import type { OrderEvent } from '#domain/orders/timeline.ts';
import type { MoneyMethod, PaymentKind } from '#domain/payments/contract.ts';
import type { Choice } from '#domain/variants/choice.ts';
import { pieceName } from '#domain/variants/choice-text.ts';

/** Fields whose name is not what staff call them. */
const FIELDS: Record<string, string> = {
  customerId: 'customer',
  customerName: 'name',
  customerEmail: 'e-mail',
  customerPhone: 'phone',
  secondPhone: 'second phone',
  recipientName: 'goes to',
  recipientPhone: 'their phone',
  isGift: 'gift',
  giftNote: 'card',
  hidesPrices: 'no prices in the parcel',
  customerAddress: 'address',
  zipCode: 'zip code',
  awaitsProof: 'awaits proof',
  cityKnown: 'recognised city',
  totalAmount: 'total',
  paymentStatus: 'payment',
  trackingNumber: 'tracking number',
  shippingCost: 'shipping cost',
  shippingMethod: 'shipping method',
  shippedDate: 'shipping date',
  estimatedDeliveryDate: 'estimated delivery',
  deliveryDiscount: 'off the delivery',
  discountCode: 'code',
  discountReason: 'why it costs less',
  dueAt: 'due until',
  collect: 'to collect',
  askedSum: 'another sum asked at the door',
  scannedSum: 'another sum asked at the door, as somebody says who scanned the label',
};

/** Said by another field that changes with them, or of no use to a reader. */
const UNSAID = ['cityTakesCash', 'archivedAt', 'customerId', 'mergedInto', 'piecesAddedAt', 'shippedDate'];

const MONEY = [
  'totalAmount',
  'subtotal',
  'discount',
  'shipping',
  'deliveryDiscount',
  'shippingCost',
  'askedSum',
  'scannedSum',
  'due',
  'collect',
  'claimed',
  'amount',
];

/** What happened with its lines, latest first. What changed nothing that is said is left out. */
export function toldEvents(events: OrderEvent[]): (OrderEvent & { lines: string[] })[] {
  return events
    .map((event) => ({ ...event, lines: eventLines(event) }))
    .filter(({ lines }) => lines.length > 0)
    .reverse();
}

/** What happened, in lines: `Status: pending → processing`. */
export function eventLines({ kind, subject, before, after, note }: OrderEvent): string[] {
  if (kind === 'placed') return [`Order placed${sourceOf(after?.source)}`];
  if (kind === 'note') return [note];
  if (kind === 'order' && subject === 'blocked') return [`Placed for a blocked customer${blockOf(after?.block)}: ${note}`];
  if (kind === 'mail') return [`Mail ${after?.status === 'sent' ? 'sent' : 'could not be sent'} to ${subject}`];
  if (kind === 'items') return [`Items: ${itemsText(before?.items)} → ${itemsText(after?.items)}`, ...(note ? [note] : [])];
  if (kind === 'payment') return paymentLines({ subject, before, after, note });
  const what = kind === 'parcel' ? `Parcel ${subject}` : '';
  const archived = after && 'archivedAt' in after ? [after.archivedAt ? 'Deleted' : 'Restored'] : [];
  const changes = Object.keys(after ?? before ?? {})
    .filter((field) => !UNSAID.includes(field))
    .map((field) => changeText(field, before?.[field], after?.[field], before !== null));
  const lines = [...archived, ...changes, ...(note ? [note] : [])];
  return what ? [`${what}: ${lines.join(', ') || 'changed'}`] : lines.map(capitalized);
}

/** Money that moved, was asked for, or was said to be sent: `Advance: Rs. 500, Raast, FT26110042`. */
function paymentLines({ subject, before, after, note }: Pick<OrderEvent, 'subject' | 'before' | 'after' | 'note'>): string[] {
  const { amount, method, reference, photo, dueAt } = after ?? before ?? {};
  const facts = [
    amount !== undefined && valueText('amount', amount),
    subject !== 'credit_used' && MONEY_METHOD_LABELS[method as MoneyMethod],
    reference,
    photo && 'with a photo',
    typeof dueAt === 'string' && `until ${formatMoment(dueAt)}`,
  ].filter(Boolean);
  const name = paymentName(subject, after);
  return [[name, facts.join(', ')].filter(Boolean).join(': '), ...(note ? [note] : [])];
}

function paymentName(subject: string, after: OrderEvent['after']): string {
  if (subject === 'advance_asked') return after ? 'Advance asked' : 'Advance no longer asked';
  if (subject === 'transfer') return after?.['transfer'] === 'sent' ? 'The customer sent a transfer' : 'Transfer not found';
  return `${PAYMENT_KIND_LABELS[subject as PaymentKind]?.text ?? subject.replaceAll('_', ' ')}${after ? '' : ', taken back'}`;
}

function changeText(field: string, before: unknown, after: unknown, hadBefore: boolean): string {
  const name = FIELDS[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const now = valueText(field, after);
  return hadBefore ? `${name}: ${valueText(field, before)} → ${now}` : `${name} ${now}`;
}

function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.join(', ') || '–';
  if (MONEY.includes(field) && Number.isFinite(Number(value))) return formatPrice(Number(value));
  return String(value).replaceAll('_', ' ');
}

interface Item extends Choice {
  name?: string;
  quantity?: number;
}

function itemsText(items: unknown): string {
  if (!Array.isArray(items)) return '–';
  return (items as Item[]).map(({ name = '', quantity, ...choice }) => `${quantity} × ${pieceName(name, choice)}`).join('; ');
}

function sourceOf(source: unknown): string {
  const name = ORDER_SOURCE_LABELS[source as keyof typeof ORDER_SOURCE_LABELS];
  return name ? ` · ${name}` : '';
}

function blockOf(block: unknown): string {
  const label = CUSTOMER_BLOCK_LABELS[block as keyof typeof CUSTOMER_BLOCK_LABELS];
  return label ? ` (${label.text.toLowerCase()})` : '';
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
