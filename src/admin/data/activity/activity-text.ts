import { fieldLabel, valueText } from '#admin/kit/field-conflicts.ts';
import { formatMoment } from '#admin/kit/formats.ts';
import type { ActivityKind, AuditEntry } from '#domain/audit-log/contract.ts';
import { formatPrice } from '#domain/money.ts';
import { eventSentence } from './event-sentence.ts';

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

type Told = Pick<AuditEntry, 'kind' | 'subject' | 'before' | 'after' | 'isRefused' | 'event'>;

const MONEY = /^(price|originalPrice|totalAmount|subtotal|discount|shipping|deliveryDiscount|shippingCost|amount)$/;

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** Whether a field says nothing. */
export const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A field of an entry as people read it. */
export function fieldText(name: string, value: unknown): string {
  if (!isEmpty(value) && MONEY.test(name)) return formatPrice(Number(value));
  if (typeof value === 'string' && MOMENT.test(value)) return formatMoment(value);
  return valueText(value).replaceAll('_', ' ');
}

interface Change {
  name: string;
  before: unknown;
  after: unknown;
}

/** The fields that an entry tells of; what was empty and stays so says nothing. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const names = Object.keys({ ...before, ...after });
  return names
    .map((name) => ({ name, before: before[name], after: after[name] }))
    .filter((change) => !isEmpty(change.before) || !isEmpty(change.after));
}

/** What somebody did, after their name: `changed the price of Halo Ring: Rs. 2,450 → Rs. 2,650`. */
export function activityText(entry: Told): string {
  const { kind, subject, before, after, isRefused } = entry;
  if (isRefused) return `was refused: ${subject}`;
  if (kind === 'session' && after['session']) return after['session'] === 'began' ? 'signed in' : 'ended a session';
  const told = eventSentence(entry);
  if (told) return told;
  const changes = changesOf(entry);
  // An act that changed no record is told in its own words, which begin with a capital letter.
  if (changes.length === 0) return /^[A-Z]/.test(subject) ? `did this: ${subject}` : `worked on ${subject}`;
  if (kind === 'price' && 'price' in after)
    return `changed the price of ${subject}: ${step('price', before['price'], after['price'])}`;
  if (kind === 'stock') return stockText(entry);
  if (changes.every(({ name }) => name === 'note')) return `wrote a note on ${subject}`;
  if (after['archivedAt']) return `deleted ${subject}`;
  if (before['archivedAt']) return `restored ${subject}`;
  const has = (fields: Record<string, unknown>) => Object.values(fields).some((value) => value !== null);
  if (!has(before)) return `${kind === 'payment' ? 'booked' : kind === 'message' ? 'wrote' : 'added'} ${subject}`;
  if (!has(after)) return `${kind === 'payment' ? 'took back' : 'deleted'} ${subject}`;
  const [first, ...others] = changes;
  if (first && others.length === 0) return `changed ${subject}: ${changeText(first)}`;
  return `changed ${subject}: ${listed(changes.map(({ name }) => nameOf(name)))}`;
}

/** What pieces did, by the kind of their row in the stock history. */
function stockText({ subject, before, after }: Told): string {
  const [was, is] = [before['stock'], after['stock']];
  if (was === undefined && is === undefined) return `counted ${subject}: the number was right`;
  const pieces = Math.abs(Number(is) - Number(was));
  const units = `${pieces} ${pieces === 1 ? 'piece' : 'pieces'} of ${subject}: ${was} → ${is}`;
  if (after['transactionType'] === 'purchase')
    return `${after['referenceNumber'] ? `received on ${after['referenceNumber']}` : 'added'} ${units}`;
  if (after['transactionType'] === 'damage') return `wrote off ${units}`;
  return `corrected the stock of ${subject}: ${was} → ${is}`;
}

/** A field as it stands in a sentence: `isFeatured` is `featured`. */
const nameOf = (name: string) =>
  fieldLabel(name.replace(/^is(?=[A-Z])/, ''))
    .trim()
    .toLowerCase();

function changeText({ name, before, after }: Change): string {
  if (typeof after === 'boolean') return `${after ? 'now' : 'no longer'} ${nameOf(name)}`;
  if (isEmpty(before)) return `${nameOf(name)} ${fieldText(name, after)}`;
  if (isEmpty(after)) return `no ${nameOf(name)} any more`;
  return `${nameOf(name)} ${step(name, before, after)}`;
}

function step(name: string, before: unknown, after: unknown): string {
  return `${fieldText(name, before)} → ${fieldText(name, after)}`;
}

/** At most four names. */
function listed(names: string[]): string {
  if (names.length > 4) return `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}` : (names[0] ?? '');
}

/** An entry that may stand for those before it, which say the same: how many they are, and when the first was. */
export type FoldedEntry = AuditEntry & { times?: number; since?: string };

/** Entries, latest first, with what one person did again and again as one: searches, reprints. Each change of a record stays an entry of its own. */
export function folded(entries: AuditEntry[]): FoldedEntry[] {
  const shown: FoldedEntry[] = [];
  for (const entry of entries) {
    const last = shown[shown.length - 1];
    const isSame =
      last &&
      last.actorName === entry.actorName &&
      activityText(last) === activityText(entry) &&
      changesOf(entry).length === 0 &&
      changesOf(last).length === 0;
    if (isSame) shown[shown.length - 1] = { ...last, times: (last.times ?? 1) + 1, since: entry.createdAt };
    else shown.push(entry);
  }
  return shown;
}

/** How often, where it was more than once: ` (5 times since 27 Nov 2026, 10:02 am)`. */
export function timesText({ times, since }: FoldedEntry): string {
  return since ? ` (${times} times since ${formatMoment(since)})` : '';
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
