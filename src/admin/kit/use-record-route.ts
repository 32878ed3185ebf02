import { useStore } from '@nanostores/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { $location, navigate, returnTo, stepBack } from '#admin/platform/router.ts';
import type { BaseRecord, RecordDefinition } from './define-record.ts';
import type { BaseFilters } from './list-filters.ts';
import { readRecordPath, recordPath } from './record-path.ts';

export interface RecordRoute<Item> {
  /** What the address has for the record; null when it names none. */
  key: string | null;
  /** The record of the address; null while it is being fetched, when there is none, and when the address names none. */
  record: Item | null;
  /** The open dialog: `details` at the record's own address. Null while there is only the list. */
  dialog: string | null;
  /** Why the record could not be fetched. */
  error: Error | null;
  retry: () => void;
  /** The address of a record, or of one of its dialogs, with the list filtered as it is now. */
  hrefOf: (item: Item, dialog?: string) => string;
  /** Opens a record, or one of its dialogs. `replace` takes the place of the open one, as for the next record of a list. */
  open: (item: Item, dialog?: string, options?: { replace?: boolean }) => void;
  /** Opens a dialog that belongs to no record. */
  openDialog: (dialog: string) => void;
  /** Closes whatever is open: back to the list. */
  close: () => void;
  /** Closes the dialog on top: back to where it was opened. */
  back: () => void;
}

/**
 * The records of a screen by their addresses. `/admin/orders/ORD-1042` shows one over the list, `/admin/orders/ORD-1042/edit` its form:
 * they can be sent, reloaded, opened in a tab. Each opening is an entry in the history, so that the back button closes it.
 * Takes the records that are listed now, which are shown without fetching them, and the dialogs of the screen that belong to no record: `new`.
 */
export function useRecordRoute<Item extends BaseRecord, Filters extends BaseFilters>(
  { screen, addressOf, nameOf, queries }: RecordDefinition<Item, Filters>,
  items: Item[] | undefined,
  dialogs: readonly string[] = [],
): RecordRoute<Item> {
  const { path, search } = useStore($location);
  const { key, dialog } = readRecordPath(screen, path, dialogs);
  const isMeant = (item: Item) => item.id === key || addressOf(item).toLowerCase() === key?.toLowerCase();
  const listed = key === null ? undefined : items?.find(isMeant);
  const [last, setLast] = useState({ key, item: listed });
  const lastShown = last.key === key ? last.item : undefined;
  const query = useQuery({
    ...queries.one(key ?? ''),
    // Once fetched, it is kept current even after it has come into the list. A record being deleted may be gone: it is not fetched again.
    enabled: key !== null && !listed && !(lastShown && dialog === 'delete'),
    gcTime: 0,
  });
  const found = listed ?? query.data;
  if (found && (last.key !== key || last.item !== found)) setLast({ key, item: found });
  // A record stays open when it has left the list, as by a new status, or can no longer be fetched: as it was last seen.
  const record = key === null ? null : (found ?? lastShown ?? null);
  useRecordTitle(record && nameOf(record));

  const hrefOf = (item: Item, opened?: string) => recordPath(screen, addressOf(item), opened) + search;
  // As it is when somebody presses: rows of before are still shown while the list is filtered anew.
  const searchNow = () => $location.get().search;
  return {
    key,
    record,
    dialog,
    error: record ? null : query.error,
    retry: () => void query.refetch(),
    hrefOf,
    open: (item, opened, { replace = false } = {}) =>
      navigate(recordPath(screen, addressOf(item), opened) + searchNow(), { replace }),
    openDialog: (opened) => navigate(`${screen}/${opened}${searchNow()}`),
    close: () => returnTo(screen + searchNow()),
    back: () => stepBack(screen + searchNow()),
  };
}

/** Puts the record's name before the screen's in the browser's tab. */
function useRecordTitle(name: string | null): void {
  useEffect(() => {
    if (!name) return;
    const screens = document.title;
    document.title = `${name} · ${screens}`;
    return () => {
      document.title = screens;
    };
  }, [name]);
}
