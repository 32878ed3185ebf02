import { fieldLabel, valueText } from '#admin/kit/field-conflicts.ts';
import { formatMoment } from '#admin/kit/formats.ts';
import type { ActivityKind, AuditEntry } from '#domain/audit-log/contract.ts';
import { formatPrice } from '#domain/money.ts';

export const ACTIVITY_KIND_NAMES: Record<ActivityKind, string> = {
  order: 'Orders',
  parcel: 'Parcels',
  payment: 'Payments',
  customer: 'Customers',
  product: 'Products',
  price: 'Prices',
  stock: 'Stock',
  purchase: 'Purchases',
  review: 'Reviews',
  discount_code: 'Discount codes',
  message: 'Messages',
  settings: 'Settings and rules',
  bank_account: 'Bank accounts',
  staff: 'Staff',
  role: 'Roles',
  session: 'Signing in and out',
  export: 'Exports',
  reveal: 'Numbers revealed',
  other: 'Other',
};

type Told = Pick<AuditEntry, 'kind' | 'subject' | 'before' | 'after' | 'isRefused'>;

const MONEY = /^(price|originalPrice|totalAmount|subtotal|discount|shipping|deliveryDiscount|shippingCost|amount)$/;

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** A field of an entry as people read it. */
export function fieldText(name: string, value: unknown): string {
  const isEmpty = value === null || value === undefined || value === '';
  if (!isEmpty && MONEY.test(name)) return formatPrice(Number(value));
  if (typeof value === 'string' && MOMENT.test(value)) return formatMoment(value);
  return valueText(value).replaceAll('_', ' ');
}

/** The fields that an entry tells of: [name, before, after]. */
export function changesOf({
  before,
  after,
}: Pick<AuditEntry, 'before' | 'after'>): { name: string; before: unknown; after: unknown }[] {
  const names = Object.keys({ ...before, ...after });
  return names.map((name) => ({ name, before: before[name], after: after[name] }));
}

/** What somebody did, after their name: `changed the price of Halo Ring: Rs. 2,450 → Rs. 2,650`. */
export function activityText(entry: Told): string {
  const { kind, subject, before, after, isRefused } = entry;
  if (isRefused) return `was refused: ${subject}`;
  if (kind === 'session' && after['session']) return after['session'] === 'began' ? 'signed in' : 'ended a session';
  const changes = changesOf(entry);
  // An act that changed no record is told in its own words, which begin with a capital letter.
  if (changes.length === 0) return /^[A-Z]/.test(subject) ? `did this: ${subject}` : `worked on ${subject}`;
  if (kind === 'price' && 'price' in after)
    return `changed the price of ${subject}: ${step('price', before['price'], after['price'])}`;
  if (kind === 'stock') return `changed the stock of ${subject}: ${step('stock', before['stock'], after['stock'])}`;
  if (changes.every(({ name }) => name === 'note')) return `wrote a note on ${subject}`;
  if (after['confirmation'] === 'confirmed') return `confirmed ${subject}`;
  if (after['archivedAt']) return `deleted ${subject}`;
  if (before['archivedAt']) return `restored ${subject}`;
  const has = (fields: Record<string, unknown>) => Object.values(fields).some((value) => value !== null);
  if (!has(before)) return `${kind === 'payment' ? 'booked' : kind === 'message' ? 'wrote' : 'added'} ${subject}`;
  if (!has(after)) return `${kind === 'payment' ? 'took back' : 'deleted'} ${subject}`;
  const [first, ...others] = changes;
  if (first && others.length === 0)
    return `changed ${subject}: ${fieldLabel(first.name)} ${step(first.name, first.before, first.after)}`;
  return `changed ${subject}: ${listed(changes.map(({ name }) => fieldLabel(name).toLowerCase()))}`;
}

function step(name: string, before: unknown, after: unknown): string {
  return `${fieldText(name, before)} → ${fieldText(name, after)}`;
}

/** At most four names. */
function listed(names: string[]): string {
  if (names.length > 4) return `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}` : (names[0] ?? '');
}

/** Where the record of an entry is shown; null for one without a screen. */
export function recordHref({ kind, subject, recordId }: Pick<AuditEntry, 'kind' | 'subject' | 'recordId'>): string | null {
  const number = /\border (ORD-\d+)$/.exec(subject)?.[1];
  if (number) return `/admin/orders/${number}`;
  if (!recordId) return null;
  if (kind === 'customer') return `/admin/customers/${recordId}`;
  return ['price', 'stock', 'review'].includes(kind) || (kind === 'product' && !subject.startsWith('category '))
    ? `/admin/products/${recordId}/edit`
    : null;
}
