/** What pieces are worn at or given for: the list that staff choose from, in its order. */
export const OCCASIONS = ['everyday', 'party', 'mehndi', 'barat', 'walima', 'eid', 'gift'] as const;

export type Occasion = (typeof OCCASIONS)[number];

export const OCCASION_LABELS: Record<Occasion, string> = {
  everyday: 'Everyday',
  party: 'Party',
  mehndi: 'Mehndi',
  barat: 'Barat',
  walima: 'Walima',
  eid: 'Eid',
  gift: 'Gift',
};

/** Those of a choice that are known, in the order of the list: the same choices are the same value. */
export function occasionsOf(chosen: readonly string[]): Occasion[] {
  return OCCASIONS.filter((occasion) => chosen.includes(occasion));
}
