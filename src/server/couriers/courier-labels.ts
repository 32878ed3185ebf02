import type { Adapter } from '#domain/couriers/adapters.ts';
import type { AttemptReason, Meaning } from '#domain/couriers/parcel-status.ts';
import type { StatusEntry, Statuses } from './adapter.ts';
import { TYPED_STATUSES } from './adapters/by-hand.ts';
import { COURIER_ADAPTERS } from './courier-adapters.ts';

/** What a courier wrote of a parcel. Couriers drift: the same status has several labels, and a code beside it, or none. */
export interface CourierWords {
  label: string;
  code?: string;
  reason?: string;
}

export function statusesOf(adapter: Adapter): Statuses {
  return adapter === 'generic' ? TYPED_STATUSES : COURIER_ADAPTERS[adapter].statuses;
}

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
  const { labels, codes = {} } = statusesOf(adapter);
  const key = labelKey(words.label);
  const beforeReason = labelKey(words.label.split(/[:(]/)[0] ?? '');
  const entry = own(taught, key) ?? own(labels, key) ?? own(labels, beforeReason) ?? own(codes, words.code ?? '');
  if (entry !== 'attempted') return entry ?? null;
  const said = `${words.label} ${words.reason ?? ''}`;
  return `attempted:${REASON_WORDS.find(([pattern]) => pattern.test(said))?.[1] ?? 'other'}`;
}

function own(entries: Record<string, StatusEntry>, key: string): StatusEntry | undefined {
  return Object.hasOwn(entries, key) ? entries[key] : undefined;
}
