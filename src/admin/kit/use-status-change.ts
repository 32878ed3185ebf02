import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFailure } from '#browser/api.ts';
import { newerStatus } from '#shared/schemas/common.ts';
import { useErrorBanner } from './error-banner.tsx';
import { toast } from './toast.ts';
import type { ListPage } from './use-list.ts';

interface Entry<Status> {
  id: string;
  status: Status;
  updatedAt: string;
}

/** What is sent with a status: the version the screen showed, and what the screen has asked about. */
type Sent<Agreed> = { updatedAt: string } & Partial<Agreed>;

interface Options<Item, Status, Agreed> {
  /** As in `useList`: whose pages show the status. */
  resource: string;
  send: (id: string, status: Status, sent: Sent<Agreed>) => Promise<Item>;
  /** What the statuses are called. */
  names: Record<Status & string, string>;
  /** The entry in a sentence: `Order ORD-1042`. */
  nameOf: (item: Item) => string;
  /** What to say when the server gives no reason: 'Failed to update order status'. */
  failure: string;
  /** What to say when it is done, of the entry as it is now and as it was: `Order ORD-1042 is now Shipped`. */
  done: (item: Item, before: Item) => string;
  /** True when the screen asks about this refusal itself, instead of a banner that tells it. */
  asks?: (refusal: ApiFailure, item: Item) => boolean;
}

/** By the version a screen of ours showed, the version that our own change made of it: what was chosen after that change was chosen on top of it. */
const ownVersions = new Map<string, string>();

/**
 * Changes a status on screen at once, and back again with the server's reason when it refuses. Changes of a resource are sent one after the
 * other, as they were chosen. When somebody else changed the entry meanwhile, nothing is written over: the screen says and shows what it is now.
 */
export function useStatusChange<Item extends Entry<Status>, Status extends string, Agreed extends object = object>({
  resource,
  send,
  names,
  nameOf,
  failure,
  done,
  asks,
}: Options<Item, Status, Agreed>): (item: Item, status: Status, agreed?: Partial<Agreed>) => void {
  const queries = useQueryClient();
  const report = useErrorBanner();

  function show(id: string, change: Partial<Entry<Status>>): void {
    queries.setQueriesData<unknown>({ queryKey: [resource] }, (kept: unknown) => withChange(kept, id, change));
  }

  const { mutate } = useMutation({
    scope: { id: resource },
    mutationFn: async ({ item, status, agreed }: { item: Item; status: Status; agreed: Partial<Agreed> }) => {
      const seen = newestOwn(item);
      const changed = await send(item.id, status, { ...agreed, updatedAt: seen });
      if (changed.updatedAt !== seen) ownVersions.set(versionKey(item.id, seen), changed.updatedAt);
      return changed;
    },
    onSuccess: (item, { item: before }) => {
      // Not the status: another one may have been chosen since.
      show(item.id, { updatedAt: item.updatedAt });
      report(null, failure, sourceOf(item));
      toast(done(item, before));
    },
    onError: (error, { item }) => {
      show(item.id, newerVersion<Status>(error) ?? { status: item.status });
      const isAsked = error instanceof ApiFailure && asks?.(error, item);
      if (!isAsked) report(inWords(error, item), failure, sourceOf(item));
      return queries.invalidateQueries({ queryKey: [resource] });
    },
  });

  /** Of each entry its own: what failed for one is not mended by another. */
  const sourceOf = ({ id }: { id: string }) => `${resource} status ${id}`;

  /** Says what somebody else made of the entry, where that is why it was refused. */
  function inWords(error: Error, item: Item): Error {
    const newer = newerVersion<Status>(error);
    if (!newer) return error;
    const news =
      newer.status === item.status ? 'was edited meanwhile' : `was changed to ${names[newer.status] ?? newer.status} meanwhile`;
    return new ApiFailure(409, 'edited_meanwhile', `${nameOf(item)} ${news}. Your change was not made.`);
  }

  return (item, status, agreed = {}) => {
    // A list under way does not know of this change.
    void queries.cancelQueries({ queryKey: [resource] as QueryKey });
    show(item.id, { status });
    mutate({ item, status, agreed });
  };
}

function newestOwn({ id, updatedAt }: { id: string; updatedAt: string }): string {
  let seen = updatedAt;
  for (let own = ownVersions.get(versionKey(id, seen)); own; own = ownVersions.get(versionKey(id, seen))) seen = own;
  return seen;
}

function versionKey(id: string, updatedAt: string): string {
  return `${id} ${updatedAt}`;
}

/** What the entry is now, where somebody else was faster. */
function newerVersion<Status extends string>(error: Error): { status: Status; updatedAt: string } | null {
  if (!(error instanceof ApiFailure) || error.code !== 'edited_meanwhile') return null;
  const { data } = newerStatus.safeParse(error.details);
  return data ? { ...data, status: data.status as Status } : null;
}

/** A kept answer, be it a page of a list or one entry, with a change at the entry of that id. */
function withChange(kept: unknown, id: string, change: object): unknown {
  if (typeof kept !== 'object' || kept === null) return kept;
  if ('id' in kept) return kept.id === id ? { ...kept, ...change } : kept;
  if (!('items' in kept) || !Array.isArray(kept.items)) return kept;
  const page = kept as ListPage<{ id: string }>;
  return { ...page, items: page.items.map((item) => (item.id === id ? { ...item, ...change } : item)) };
}
