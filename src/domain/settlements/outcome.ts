import type { LineOutcome, SettlementMapping } from '#domain/couriers/settlement-mapping.ts';

/** Words that couriers write. `Cancelled` is Kangaroo's for a parcel that came back; “not delivered” is asked before “delivered”. */
const WORDS: [RegExp, LineOutcome][] = [
  [/\b(un|not )delivered|undeliver|return|\brto\b|\bcancel/i, 'returned'],
  [/deliver|\bpaid\b|\bsettled\b|collected/i, 'delivered'],
  [/charge|adjust|packing|flyer|fee\b/i, 'charge'],
];

/** What a word of the status column says: by what the shop was taught, else by what couriers write. Null for an unknown one. */
export function outcomeOf(said: string, words: SettlementMapping['words']): LineOutcome | null {
  const bare = said.trim().toLowerCase();
  const taught = words.find(({ word }) => word.toLowerCase() === bare)?.outcome;
  return taught ?? WORDS.find(([known]) => known.test(bare))?.[1] ?? null;
}
