import * as z from 'zod';
import { isTrackingNumber } from './tracking-number.ts';

/** What a courier sends to a webhook: any JSON, of which only tracking numbers are looked for. One parcel at a time takes a kilobyte or two. */
export const courierHint = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).meta({ 'x-max-bytes': 16 * 1024 });

/** More is no hint: couriers send one parcel at a time. */
const MOST_NUMBERS = 50;

/** Deeper, nobody has put one. */
const DEEPEST = 6;

/**
 * Everything in a hint that can be a tracking number, wherever it stands: couriers name the field differently, and change its name. Whatever is none matches no
 * parcel.
 */
export function trackingNumbersIn(hint: unknown): string[] {
  const found = new Set<string>();
  collect(hint, 0, found);
  return [...found];
}

function collect(value: unknown, depth: number, found: Set<string>): void {
  if (found.size >= MOST_NUMBERS || depth > DEEPEST) return;
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value).trim();
    if (isTrackingNumber(text)) found.add(text);
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) collect(inner, depth + 1, found);
  }
}
