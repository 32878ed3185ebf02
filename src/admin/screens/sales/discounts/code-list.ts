import * as z from 'zod';
import { type FiltersOf, listFilters } from '#admin/kit/list-filters.ts';
import type { DiscountCode, NewDiscountCode } from '#domain/discounts/contract.ts';
import { paging, sorting } from '#domain/lists.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';
import { CODE_STATES, type CodeState, stateOf } from './code-text.ts';

const SORTED_BY = {
  createdAt: ({ createdAt }) => createdAt,
  code: ({ code }) => code,
  uses: ({ uses }) => uses,
  placed: ({ placed }) => placed.total,
  delivered: ({ delivered }) => delivered.total,
  returned: ({ returned }) => returned.total,
  net: ({ net }) => net,
} as const satisfies Record<string, (code: DiscountCode) => string | number>;

const query = z.object({
  search: z.string().optional(),
  state: z.enum(Object.keys(CODE_STATES) as CodeState[]).optional(),
  ...sorting(Object.keys(SORTED_BY) as (keyof typeof SORTED_BY)[], 'createdAt', 'desc'),
  ...paging,
});

export type CodeFilters = FiltersOf<typeof query>;

export const codeFilters = listFilters(query);

/** A page of the codes that the filters let through. A shop has some dozens of codes: they come all at once, and are filtered here. */
export function pageOfCodes(all: DiscountCode[], filters: CodeFilters) {
  const found = codesFor(all, filters);
  const { page, limit } = filters;
  return {
    items: found.slice((page - 1) * limit, page * limit),
    pagination: { page, limit, totalPages: Math.ceil(found.length / limit), totalItems: found.length },
  };
}

/** All codes that the filters let through, as they are sorted. */
export function codesFor(all: DiscountCode[], { search = '', state, sortBy, sortOrder }: CodeFilters): DiscountCode[] {
  const wanted = search.trim().toLowerCase();
  const figureOf: (code: DiscountCode) => string | number = SORTED_BY[sortBy];
  return all
    .filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(wanted))
    .filter((code) => !state || stateOf(code) === state)
    .sort((one, other) => {
      const [first, second] = sortOrder === 'asc' ? [one, other] : [other, one];
      return figureOf(first) < figureOf(second) ? -1 : Number(figureOf(first) > figureOf(second));
    });
}

/** What can be typed of a code. */
export function fieldsOf(code: DiscountCode): NewDiscountCode {
  const { id, uses, placed, delivered, returned, net, createdAt, updatedAt, ...fields } = code;
  return fields;
}

/** The codes of one creator or campaign, together. */
export interface NameTotals extends Pick<DiscountCode, 'id' | 'name' | 'uses' | 'placed' | 'delivered' | 'returned' | 'net'> {
  codes: string[];
}

/** What codes with the same name brought together, the most delivered first. Codes without a name are one. */
export function totalsByName(all: DiscountCode[]): NameTotals[] {
  const groups = new Map<string, DiscountCode[]>();
  for (const code of all) {
    const name = code.name.trim().toLowerCase();
    groups.set(name, [...(groups.get(name) ?? []), code]);
  }
  return [...groups.values()].map(togetherOf).sort((one, other) => other.delivered.total - one.delivered.total);
}

function togetherOf(group: DiscountCode[]): NameTotals {
  const sum = (figureOf: (code: DiscountCode) => number) => group.reduce((total, code) => total + figureOf(code), 0);
  // What is hidden is hidden together, too: null and null would be nought.
  const revenue = (figureOf: (code: DiscountCode) => number) =>
    group.map(figureOf).reduce((total, figure) => (isHiddenSum(total) || isHiddenSum(figure) ? figure : total + figure), 0);
  const counted = (part: 'placed' | 'delivered' | 'returned') => ({
    orders: sum((code) => code[part].orders),
    discount: revenue((code) => code[part].discount),
    total: revenue((code) => code[part].total),
  });
  return {
    id: group[0]?.id ?? '',
    name: group[0]?.name ?? '',
    codes: group.map(({ code }) => code),
    uses: sum(({ uses }) => uses),
    placed: counted('placed'),
    delivered: counted('delivered'),
    returned: counted('returned'),
    net: revenue(({ net }) => net),
  };
}
