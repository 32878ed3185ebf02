import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFailure } from '#browser/api.ts';
import { newerStatus } from '#domain/versions.ts';
import { type BaseRecord, type ListPage, type RecordDefinition, type StatusOf, statusOf } from './define-record.ts';
import { useErrorBanner } from './error-banner.tsx';
import type { BaseFilters } from './list-filters.ts';
import { toast } from './toast.ts';
import { useUndo } from './use-undo.ts';

/** Returns true for a refusal that the screen handles itself, perhaps by `retry`; the banner shows the others. */
export type AsksAbout = (refusal: ApiFailure, retry: () => void) => boolean;

/** The version that a change of ours made, by the version the screen showed: the next change is made on top of it. */
const ownVersions = new Map<string, string>();

/**
 * Changes a status on screen at once, and back again with the server's reason when it refuses. Changes of one kind of record are sent one after
 * the other, as they were chosen. When somebody else changed the record meanwhile, nothing is overwritten: the screen says and shows what it is now.
 * `extra` goes along with the status.
 */
export function useStatusChange<Item extends BaseRecord, Filters extends BaseFilters>(
  record: RecordDefinition<Item, Filters>,
  asksAbout: AsksAbout = () => false,
): (item: Item, status: StatusOf<Item>, extra?: object) => void {
  type Status = StatusOf<Item>;
  const queries = useQueryClient();
  const report = useErrorBanner();
  const queryKey = record.queries.all;
  const failure = `Failed to update ${record.noun} status`;

  function show(id: string, change: { status?: Status; updatedAt?: string }): void {
    queries.setQueriesData<unknown>({ queryKey }, (cached: unknown) => withChange(cached, id, change));
  }

  const undo = useUndo(record);

  const { mutate } = useMutation({
    scope: { id: record.noun },
    mutationFn: async ({ item, status, extra }: { item: Item; status: Status; extra: object }) => {
      const expectedVersion = newestOwn(item);
      const changed = await record.setStatus(item.id, status, { ...extra, updatedAt: expectedVersion });
      if (changed.updatedAt !== expectedVersion) ownVersions.set(versionKey(item.id, expectedVersion), changed.updatedAt);
      return changed;
    },
    onSuccess: (item, { item: before }) => {
      // Not the status: another one may have been chosen since.
      show(item.id, { updatedAt: item.updatedAt });
      // What was written into pages that nobody sees does not make them fresh: they are fetched when somebody turns to them.
      void queries.invalidateQueries({ queryKey, refetchType: 'none' });
      report(null, failure, sourceOf(item));
      toast(record.statusNews(item, before), statusOf(item) === record.undoable ? () => undo.mutate(item) : undefined);
    },
    onError: (error, { item, status, extra }) => {
      show(item.id, newerVersion<Status>(error) ?? { status: statusOf(item) });
      if (!(error instanceof ApiFailure && asksAbout(error, () => change(item, status, extra))))
        report(withNews(error, item), failure, sourceOf(item));
      return queries.invalidateQueries({ queryKey });
    },
  });

  /** Each record has its own message: success with one says nothing about another. */
  const sourceOf = ({ id }: Item) => `${record.noun} status ${id}`;

  /** Says what somebody else made of the record, where that is why the change was refused. */
  function withNews(error: Error, item: Item): Error {
    const newer = newerVersion<Status>(error);
    if (!newer) return error;
    const name = record.statuses[newer.status]?.text ?? newer.status;
    const news = newer.status === statusOf(item) ? 'was edited meanwhile' : `was changed to ${name} meanwhile`;
    return new ApiFailure(409, 'edited_meanwhile', `${record.titleOf(item)} ${news}. Your change was not made.`);
  }

  function change(item: Item, status: Status, extra: object = {}): void {
    // A list that is being fetched does not know of this change.
    void queries.cancelQueries({ queryKey });
    show(item.id, { status });
    mutate({ item, status, extra });
  }

  return change;
}

function newestOwn({ id, updatedAt }: BaseRecord): string {
  let expectedVersion = updatedAt;
  for (let own = ownVersions.get(versionKey(id, expectedVersion)); own; own = ownVersions.get(versionKey(id, expectedVersion)))
    expectedVersion = own;
  return expectedVersion;
}

function versionKey(id: string, updatedAt: string): string {
  return `${id} ${updatedAt}`;
}

/** What the record is now, where somebody else was faster. */
function newerVersion<Status extends string>(error: Error): { status: Status; updatedAt: string } | null {
  if (!(error instanceof ApiFailure) || error.code !== 'edited_meanwhile') return null;
  const { data } = newerStatus.safeParse(error.details);
  return data ? { ...data, status: data.status as Status } : null;
}

/** A cached answer, be it a page of a list or one record, with a change to the record of that id. */
function withChange(cached: unknown, id: string, change: object): unknown {
  if (typeof cached !== 'object' || cached === null) return cached;
  if ('id' in cached) return cached.id === id ? { ...cached, ...change } : cached;
  if (!('items' in cached) || !Array.isArray(cached.items)) return cached;
  const page = cached as ListPage<{ id: string }>;
  return { ...page, items: page.items.map((item) => (item.id === id ? { ...item, ...change } : item)) };
}
