import { RIGHT_NAMES, RIGHTS, type Right } from '#domain/rights/rights.ts';

/** The groups of rights with what each has, in the order of RIGHTS. */
export const RIGHT_GROUPS = [...new Set(RIGHT_NAMES.map((right) => RIGHTS[right].group))].map((group) => ({
  group,
  rights: RIGHT_NAMES.filter((right) => RIGHTS[right].group === group),
}));

/** What rights amount to, in words: `{ group: 'Orders', may: 'See orders and parcels, confirm and correct orders' }`. */
export function groupedRights(held: readonly Right[], revealsADay: number): { group: string; may: string }[] {
  return RIGHT_GROUPS.flatMap(({ group, rights }) => {
    const labels = rights
      .filter((right) => held.includes(right))
      .map((right) => RIGHTS[right].label + (right === 'reveal_contacts' && revealsADay > 0 ? ` (${revealsADay} a day)` : ''));
    const may = labels.join(', ');
    return may ? [{ group, may: may.charAt(0).toUpperCase() + may.slice(1) }] : [];
  });
}
