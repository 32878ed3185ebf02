import type { Adapter } from './adapters.ts';
import type { AttemptReason, Meaning } from './parcel-status.ts';

/** What a courier wrote of a parcel. Couriers drift: the same status has several labels, and a code beside it, or none. */
export interface CourierWords {
  label: string;
  code?: string;
  reason?: string;
}

/** A label that is the status of an attempt; why it failed stands in other words beside it. */
type Entry = Meaning | 'attempted';

interface Mapping {
  labels: Record<string, Entry>;
  codes?: Record<string, Entry>;
}

/**
 * What each courier's labels mean: data, as its public documents and their readers spell them. Labels are compared without case, punctuation and spaces.
 * PostEx: merchant API guide 4.1.9, status ids and history codes. Trax: Sonic API 2.0. Leopards: merchant APIs v2. TCS: OCI connect.
 */
export const COURIER_LABELS: Record<Adapter, Mapping> = {
  // Staff type them for couriers without an API, in our own words or in those that most portals show.
  generic: {
    labels: {
      booked: 'booked',
      'picked up': 'picked',
      picked: 'picked',
      'in transit': 'in_transit',
      'out for delivery': 'out_for_delivery',
      attempted: 'attempted',
      'delivery unsuccessful': 'attempted',
      delivered: 'delivered',
      'return in transit': 'return_started',
      returned: 'returned',
      lost: 'lost',
      cancelled: 'cancelled',
    },
  },
  postex: {
    labels: {
      unbooked: 'booked',
      booked: 'booked',
      'at merchants warehouse': 'booked',
      'postex warehouse': 'in_transit',
      'at postex warehouse': 'in_transit',
      'out for delivery': 'out_for_delivery',
      delivered: 'delivered',
      returned: 'returned',
      'un assigned by me': 'cancelled',
      expired: 'cancelled',
      'delivery under review': 'advice_due',
      'under verification': 'advice_due',
      'picked by postex': 'picked',
      picked: 'picked',
      'out for return': 'return_started',
      return: 'return_started',
      'return in transit': 'return_started',
      attempted: 'attempted',
      'attempt made': 'attempted',
      'en route': 'in_transit',
      'on route': 'in_transit',
      'package on route': 'in_transit',
      transferred: 'in_transit',
      'in stock': 'in_transit',
    },
    codes: {
      '0001': 'booked',
      '0002': 'cancelled',
      '0003': 'in_transit',
      '0004': 'in_transit',
      '0005': 'delivered',
      '0006': 'returned',
      '0007': 'returned',
      '0008': 'advice_due',
      '0013': 'attempted',
      '0040': 'return_started',
    },
  },
  leopards: {
    labels: {
      'pickup request not send': 'booked',
      'pickup request sent': 'booked',
      'consignment booked': 'booked',
      booked: 'booked',
      'arrived at station': 'in_transit',
      dispatched: 'in_transit',
      'assign to courier': 'out_for_delivery',
      'out for delivery': 'out_for_delivery',
      pending: 'attempted',
      refused: 'attempted:refused',
      'shipper advice required': 'advice_due',
      delivered: 'delivered',
      'being return': 'return_started',
      'ready for return': 'return_started',
      'returned to shipper': 'returned',
      returned: 'returned',
      'shipment picked': 'picked',
      lost: 'lost',
      cancelled: 'cancelled',
    },
  },
  trax: {
    labels: {
      'shipment booked': 'booked',
      'shipment re booked': 'booked',
      'shipment arrived at origin': 'picked',
      'shipment in transit': 'in_transit',
      'shipment arrived at destination': 'in_transit',
      'shipment misrouted': 'in_transit',
      'shipment on hold': 'advice_due',
      'shipment on hold for self collection': 'in_transit',
      'shipment rider exchange': 'out_for_delivery',
      'shipment out for delivery': 'out_for_delivery',
      'shipment not attempted': 'in_transit',
      'shipment delivery unsuccessful': 'attempted',
      'shipment non service area': 'attempted:other',
      'shipment re attempt': 'advised',
      'shipment re attempt requested': 'advised',
      'shipment shipper advise requested': 'advice_due',
      'shipment delivered': 'delivered',
      'shipment lost': 'lost',
      'shipment cancelled': 'cancelled',
      'return confirmation pending': 'advice_due',
      'shipment reason validation required': 'advice_due',
      'return confirm': 'return_started',
      'return in transit': 'return_started',
      'return arrived at origin': 'return_started',
      'return dispatched': 'return_started',
      'return delivery unsuccessful': 'return_started',
      'return rider exchange': 'return_started',
      'return delivered to shipper': 'returned',
    },
  },
  tcs: {
    labels: {
      booked: 'booked',
      'shipment booked': 'booked',
      'shipment picked up': 'picked',
      'arrived at tcs facility': 'in_transit',
      'departed from tcs facility': 'in_transit',
      'departed to': 'in_transit',
      'in transit': 'in_transit',
      'out for delivery': 'out_for_delivery',
      'awaiting receiver collection': 'attempted:not_available',
      delivered: 'delivered',
      'shipment delivered': 'delivered',
      'return to shipper': 'return_started',
      'returned to shipper': 'returned',
      'shipment returned': 'returned',
      'shipment refused': 'attempted:refused',
      cancelled: 'cancelled',
    },
    codes: { OK: 'delivered', RO: 'return_started' },
  },
};

/** Why an attempt failed, by words that occur in labels and reasons. The first that fits counts. */
const REASON_WORDS: [RegExp, AttemptReason][] = [
  [/\b(rfd|refus\w*)\b/i, 'refused'],
  [/\b(opn|open\w*)\b/i, 'wants_to_open'],
  [/\b(ica|incomplete|wrong address|address not|address incomplete)\b/i, 'incomplete_address'],
  [/\bclosed\b/i, 'closed'],
  [/\b(wrong number|invalid number|number (off|not))/i, 'wrong_number'],
  [/\bcash\b/i, 'no_cash'],
  [/\b(cna|not (available|at home|responding|answering)|no one|nobody|no response|shifted)\b/i, 'not_available'],
];

/** A label as mappings compare it. */
export function labelKey(label: string): string {
  return label
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * What a courier's words mean; null for what no mapping knows, which staff explain. `taught` are labels that they explained before. The label counts before the
 * code: PostEx has one code for two statuses.
 */
export function readLabel(adapter: Adapter, words: CourierWords, taught: Record<string, Meaning> = {}): Meaning | null {
  const { labels, codes = {} } = COURIER_LABELS[adapter];
  const key = labelKey(words.label);
  const beforeReason = labelKey(words.label.split(/[:(]/)[0] ?? '');
  const entry = own(taught, key) ?? own(labels, key) ?? own(labels, beforeReason) ?? own(codes, words.code ?? '');
  if (entry !== 'attempted') return entry ?? null;
  const said = `${words.label} ${words.reason ?? ''}`;
  return `attempted:${REASON_WORDS.find(([pattern]) => pattern.test(said))?.[1] ?? 'other'}`;
}

function own(entries: Record<string, Entry>, key: string): Entry | undefined {
  return Object.hasOwn(entries, key) ? entries[key] : undefined;
}
