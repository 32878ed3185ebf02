import { type QueryKey, queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import type { Needed } from '#admin/platform/rights.ts';
import { callStaffApi, callStaffApiPage } from '#admin/platform/staff-api.ts';
import type { Pagination } from '#domain/lists.ts';
import { type BaseFilters, type FiltersOf, type FormerNames, listFilters, type UrlFilters } from './list-filters.ts';
import type { StatusLabel } from './status-labels.ts';

export interface ListPage<Item> {
  items: Item[];
  pagination: Pagination;
}

/** Items that are not paged, as a list of one page: for an export. */
export function singlePage<Item>(items: Item[]): ListPage<Item> {
  return { items, pagination: { page: 1, limit: items.length, totalPages: 1, totalItems: items.length } };
}

interface ListOptions<Item, Query extends z.ZodObject> {
  /** What is listed: `purchase orders`. */
  plural: string;
  /** The operation that lists: `/purchase-orders`. It is also the root of the query keys. */
  api: string;
  schema: z.ZodType<Item>;
  /** The operation's query, from which the list's filters follow. */
  query: Query;
  /** Filters at first, where they differ from the operation's defaults. */
  defaults?: Partial<z.output<Query>>;
  /** What a filter was called in addresses that people kept. */
  formerNames?: FormerNames<Query>;
}

/** A list of the API: how it is called, filtered and fetched. `useList` shows it. */
export interface ListDefinition<Item, Filters extends BaseFilters> {
  plural: string;
  filters: UrlFilters<Filters>;
  queries: {
    /** The root of all keys, to cancel or invalidate whatever was fetched. */
    all: QueryKey;
    list: (filters: Filters) => ReturnType<typeof optionsOf<ListPage<Item>>>;
  };
  /** @throws ApiFailure */
  fetchPage: (filters: Filters, signal?: AbortSignal) => Promise<ListPage<Item>>;
  /** The list as a whole, as it is at one moment, which is noted as an export. @throws ApiFailure */
  fetchWhole: (filters: Filters) => Promise<Item[]>;
}

/** How long a whole list may take. */
const EXPORT_MS = 60_000;

/** Defines a list whose items have no addresses of their own. */
export function defineList<Item, Query extends z.ZodObject>({
  plural,
  api,
  schema,
  query,
  defaults,
  formerNames,
}: ListOptions<Item, Query>): ListDefinition<Item, FiltersOf<Query>> {
  const items = z.array(schema);
  const fetchPage = (filters: FiltersOf<Query>, signal?: AbortSignal) =>
    callStaffApiPage(api, { query: filters as Record<string, string>, schema: items, signal });
  const fetchWhole = ({ page: _page, limit: _limit, ...narrowing }: FiltersOf<Query>) =>
    callStaffApi('GET', `/exports${api}`, { query: narrowing as Record<string, string>, schema: items, timeoutMs: EXPORT_MS });
  return {
    plural,
    filters: listFilters(query, defaults, formerNames),
    queries: {
      all: [api],
      list: (filters) => optionsOf([api, 'list', filters], (signal) => fetchPage(filters, signal)),
    },
    fetchPage,
    fetchWhole,
  };
}

/** What the database keeps of every record. */
export interface BaseRecord {
  id: string;
  updatedAt: string;
}

/** The statuses of a record; `never` for one without. */
export type StatusOf<Item> = Item extends { status: infer Status extends string } ? Status : never;

interface RecordOptions<Item, Query extends z.ZodObject> extends Omit<ListOptions<Item, Query>, 'plural'> {
  /** What one is called in a sentence: `purchase order`. */
  noun: string;
  /** The path of one record's operations, where it is not the list's: `/products`. */
  recordApi?: string;
  /** The path of its screen, by default `/admin` and the path of the API. */
  screen?: string;
  /** What people call a record: `ORD-1042`, or a product's name. */
  nameOf: (item: Item) => string;
  /** The name is a number, which addresses and `GET …/number/:number` take. Other records are addressed by their id. */
  isNumbered?: boolean;
  /** The statuses' labels, in the order a record usually goes through them. */
  statuses?: Record<StatusOf<Item>, StatusLabel>;
  /** The toast for a changed status, by default `Shipment SHP-10001 is now Shipped`. */
  statusNews?: (after: Item, before: Item) => string;
  /** A status that can be taken back at once by `POST …/undo-delivery`. */
  undoable?: StatusOf<Item>;
  /** What its dialogs need, by their word in the address: `{ edit: 'confirm_orders' }`. */
  rights?: DialogRights;
  /** What another status needs. */
  statusRight?: (to: StatusOf<Item>, from: StatusOf<Item>) => Needed | undefined;
}

type DialogRights = Partial<Record<string, Needed>>;

/** A record of the API with a screen of its own. */
export interface RecordDefinition<Item, Filters extends BaseFilters> extends ListDefinition<Item, Filters> {
  noun: string;
  screen: string;
  nameOf: (item: Item) => string;
  /** The record at the start of a sentence: `Order ORD-1042`, or a product's name. */
  titleOf: (item: Item) => string;
  /** The record's part of an address: its number or its id. */
  addressOf: (item: Item) => string;
  statuses: Record<StatusOf<Item>, StatusLabel>;
  statusNews: (after: Item, before: Item) => string;
  undoable: StatusOf<Item> | undefined;
  rights: DialogRights;
  statusRight: (to: StatusOf<Item>, from: StatusOf<Item>) => Needed | undefined;
  queries: ListDefinition<Item, Filters>['queries'] & {
    /** One record, by its id or by its part of the address. */
    one: (key: string) => ReturnType<typeof optionsOf<Item>>;
  };
  /** @throws ApiFailure */
  fetch: (key: string, signal?: AbortSignal) => Promise<Item>;
  /** Leaves out what is null. @throws ApiFailure */
  create: (fields: object) => Promise<Item>;
  /** Takes the changed fields and the version they were changed from. @throws ApiFailure */
  update: (id: string, changes: { updatedAt: string }) => Promise<Item>;
  /** Takes the version the screen showed, and what else the operation knows. @throws ApiFailure */
  setStatus: (id: string, status: StatusOf<Item>, expected: { updatedAt: string }) => Promise<Item>;
  /** Takes back that it was given its `undoable` status. @throws ApiFailure */
  undo: (id: string) => Promise<Item>;
  /** @throws ApiFailure */
  remove: (id: string) => Promise<Item>;
}

/** Defines a record: `RecordScreen` lists it and opens its dialogs, the forms and `StatusSelect` change it. */
export function defineRecord<Item extends BaseRecord, Query extends z.ZodObject>({
  noun,
  screen,
  recordApi,
  nameOf,
  isNumbered = false,
  statuses,
  statusNews,
  undoable,
  rights = {},
  statusRight = () => undefined,
  ...list
}: RecordOptions<Item, Query>): RecordDefinition<Item, FiltersOf<Query>> {
  const { schema } = list;
  const api = recordApi ?? list.api;
  const definition = defineList({ ...list, plural: `${noun}s` });
  const labels = (statuses ?? {}) as Record<StatusOf<Item>, StatusLabel>;
  const titleOf = (item: Item) => (isNumbered ? `${capitalized(noun)} ${nameOf(item)}` : nameOf(item));
  const fetch = (key: string, signal?: AbortSignal) => {
    const path = isNumbered && !isId(key) ? `number/${encodeURIComponent(key)}` : encodeURIComponent(key);
    return callStaffApi('GET', `${api}/${path}`, { schema, signal });
  };
  return {
    ...definition,
    noun,
    screen: screen ?? `/admin${list.api}`,
    nameOf,
    titleOf,
    addressOf: isNumbered ? nameOf : ({ id }) => id,
    statuses: labels,
    statusNews: statusNews ?? ((after) => `${titleOf(after)} is now ${labels[statusOf(after)].text}`),
    undoable,
    rights,
    statusRight,
    queries: { ...definition.queries, one: (key) => optionsOf([list.api, 'one', key], (signal) => fetch(key, signal)) },
    fetch,
    create: (fields) => {
      const body = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
      return callStaffApi('POST', api, { body, schema });
    },
    update: (id, changes) => callStaffApi('PUT', `${api}/${id}`, { body: changes, schema }),
    setStatus: (id, status, expected) => callStaffApi('PUT', `${api}/${id}/status`, { body: { status, ...expected }, schema }),
    undo: (id) => callStaffApi('POST', `${api}/${id}/undo-delivery`, { schema }),
    remove: (id) => callStaffApi('DELETE', `${api}/${id}`, { schema }),
  };
}

/** The status of a record that has one. */
export function statusOf<Item>(item: Item): StatusOf<Item> {
  return (item as { status: StatusOf<Item> }).status;
}

/** `purchase order` at the start of a sentence: `Purchase order`. */
export function capitalized(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

/** `purchase order` as a title: `Purchase Order`. */
export function titleCase(noun: string): string {
  return noun.split(' ').map(capitalized).join(' ');
}

function optionsOf<Data>(queryKey: QueryKey, fetch: (signal: AbortSignal) => Promise<Data>) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => fetch(signal) });
}

/** True for an id of the database, which can stand for every record. */
function isId(key: string): boolean {
  return /^[0-9a-f]{24}$/i.test(key);
}
