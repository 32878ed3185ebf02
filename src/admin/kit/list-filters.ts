import type * as z from 'zod';

/** How many records a page of a list may hold. */
export const PAGE_SIZES = [20, 50, 100] as const;

/** The filters that every list has. */
export type BaseFilters = { page: number; limit: number; sortBy?: string; sortOrder?: 'asc' | 'desc' };

/** The filters of a list whose operation takes this query. */
export type FiltersOf<Query extends z.ZodObject> = Omit<z.output<Query>, 'limit'> & BaseFilters;

/** How filters are read from and written to the address bar. */
export interface UrlFilters<Filters> {
  defaults: Filters;
  /** The filters in a query string. Whatever is no filter or not a possible value has its default. */
  read(search: string): Filters;
  /** The query string of some filters, with its `?`; empty when all have their defaults. */
  write(filters: Filters): string;
}

/** What filters were called in addresses that people kept. */
export type FormerNames<Query extends z.ZodObject> = Partial<Record<keyof z.output<Query>, string>>;

/** The filters of a list. Takes its operation's query, defaults of its own, and names of before. */
export function listFilters<Query extends z.ZodObject>(
  query: Query,
  own: Partial<z.output<Query>> = {},
  formerNames: FormerNames<Query> = {},
): UrlFilters<FiltersOf<Query>> {
  const { read, write, defaults } = urlFilters(query, own, formerNames);
  type Filters = FiltersOf<Query>;
  return {
    defaults: { ...defaults, limit: PAGE_SIZES[0] } as unknown as Filters,
    read: (search) => ({ ...read(search), limit: pageSizeIn(search) }) as unknown as Filters,
    write: ({ limit, ...filters }) => {
      const written = write(filters as unknown as Omit<z.output<Query>, 'limit'>);
      if (limit === PAGE_SIZES[0]) return written;
      return `${written}${written ? '&' : '?'}limit=${limit}`;
    },
  };
}

function pageSizeIn(search: string): number {
  const typed = Number(new URLSearchParams(search).get('limit'));
  return PAGE_SIZES.find((size) => size === typed) ?? PAGE_SIZES[0];
}

/** As `listFilters`, for what has no pages. */
export function urlFilters<Query extends z.ZodObject>(
  query: Query,
  own: Partial<z.output<Query>> = {},
  formerNames: FormerNames<Query> = {},
): UrlFilters<Omit<z.output<Query>, 'limit'>> {
  type Filters = Omit<z.output<Query>, 'limit'>;
  const fields = Object.entries(query.shape as Record<string, z.ZodType>).filter(([name]) => name !== 'limit');
  const starts = { ...Object.fromEntries(fields.map(([name, type]) => [name, type.safeParse(undefined).data])), ...own };
  const read = (search: string) => {
    const typed = new URLSearchParams(search);
    const values = fields.map(([name, type]) => {
      const value = typed.get(name) ?? typed.get(formerNames[name as keyof typeof formerNames] ?? name);
      // Without a value it lets everything through, also where a part of it is shown at first.
      if (value === '' && name in own) return [name, type.safeParse(undefined).data];
      const parsed = value === null ? undefined : type.safeParse(value);
      return [name, parsed?.success ? parsed.data : starts[name as keyof typeof starts]];
    });
    return Object.fromEntries(values) as Filters;
  };
  const defaults = read('');
  const write = (filters: Filters) => {
    const said = Object.entries(filters).filter(
      ([name, value]) => value !== defaults[name as keyof Filters] && (name in own || (value !== undefined && value !== '')),
    );
    return said.length === 0 ? '' : `?${new URLSearchParams(said.map(([name, value]) => [name, String(value ?? '')]))}`;
  };
  return { defaults, read, write };
}

/** Filters after a change of some of them, back on the first page. */
export function changed<Filters extends BaseFilters>(filters: Filters, change: Partial<Filters>): Filters {
  return { ...filters, page: 1, ...change };
}

/** Filters after a click on a column's heading: the same column reverses its order, another one starts with `first`. */
export function sortedBy<Filters extends BaseFilters>(filters: Filters, sortBy: string, first: 'asc' | 'desc' = 'asc'): Filters {
  const sortOrder = filters.sortBy === sortBy ? (filters.sortOrder === 'asc' ? 'desc' : 'asc') : first;
  return changed(filters, { sortBy, sortOrder } as Partial<Filters>);
}

/** True when something besides page and order narrows the list. */
export function isNarrowed<Filters extends BaseFilters>(filters: Filters, defaults: Filters): boolean {
  return Object.entries(filters).some(
    ([name, value]) =>
      !['page', 'limit', 'sortBy', 'sortOrder'].includes(name) &&
      value !== undefined &&
      value !== '' &&
      value !== defaults[name as keyof Filters],
  );
}
