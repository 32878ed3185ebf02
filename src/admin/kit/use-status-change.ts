import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useReport } from './problem.tsx';
import { toast } from './toast.ts';
import type { ListPage } from './use-list.ts';

interface Options<Item, Status> {
  /** As in `useList`: whose pages show the status. */
  resource: string;
  send: (id: string, status: Status) => Promise<Item>;
  /** What to say when the server gives no reason: 'Failed to update order status'. */
  failure: string;
  /** What to say when it is done, of the entry as it is now and the status it had: `Order ORD-1042 is now Shipped`. */
  done: (item: Item, before: Status) => string;
}

/** Changes a status on screen at once, and back again with the server's reason when it refuses. Changes of a resource are sent one after the other, as they were chosen. */
export function useStatusChange<Item extends { id: string; status: Status }, Status extends string>({
  resource,
  send,
  failure,
  done,
}: Options<Item, Status>): (item: Item, status: Status) => void {
  const queries = useQueryClient();
  const report = useReport();

  function show(id: string, status: Status): void {
    queries.setQueriesData<unknown>({ queryKey: [resource] }, (kept: unknown) => withStatus(kept, id, status));
  }

  const { mutate } = useMutation({
    scope: { id: resource },
    mutationFn: ({ item, status }: { item: Item; status: Status }) => send(item.id, status),
    onSuccess: (item, { item: before }) => {
      report(null, '');
      toast(done(item, before.status));
    },
    onError: (error, { item }) => {
      show(item.id, item.status);
      report(error, failure);
      return queries.invalidateQueries({ queryKey: [resource] });
    },
  });

  return (item, status) => {
    // A list under way does not know of this change.
    void queries.cancelQueries({ queryKey: [resource] as QueryKey });
    show(item.id, status);
    mutate({ item, status });
  };
}

/** A kept answer, be it a page of a list or one entry, with another status at the entry of that id. */
function withStatus(kept: unknown, id: string, status: string): unknown {
  if (typeof kept !== 'object' || kept === null) return kept;
  if ('id' in kept) return kept.id === id ? { ...kept, status } : kept;
  if (!('items' in kept) || !Array.isArray(kept.items)) return kept;
  const page = kept as ListPage<{ id: string }>;
  return { ...page, items: page.items.map((item) => (item.id === id ? { ...item, status } : item)) };
}
