import { useStore } from '@nanostores/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { $location, navigate, returnTo, stepBack } from '#admin/platform/router.ts';
import { readRecordPath, recordPath } from './record-path.ts';

interface Options<Item, Dialog extends string> {
  /** The path of the screen: `/admin/orders`. */
  screen: string;
  /** As in `useList`: the record is kept under `[resource, 'entry', …]`, where status changes find it. */
  resource: string;
  /** What is listed now: such a record is shown without asking for it. */
  items: Item[] | undefined;
  /** What stands for a record in the address: the number people call it by, or its id. */
  keyOf: (item: Item) => string;
  /** What the record is called in the browser's tab: `ORD-1042`. */
  titleOf: (item: Item) => string;
  /** Asks for a record by what stands in the address. */
  fetch: (key: string, signal: AbortSignal) => Promise<Item>;
  /** Dialogs of the screen that are of no record: `new`. */
  dialogs?: readonly Dialog[];
}

export interface RecordRoute<Item, Dialog extends string = never> {
  /** What stands in the address for the record; null when it names none. */
  key: string | null;
  /** The record of the address; null while it is on its way, when there is none, and when the address names none. */
  record: Item | null;
  /** The dialog that is open: `details` at the record's own address. Null while there is only the list. */
  dialog: string | null;
  /** Why the record could not be had. */
  error: Error | null;
  retry: () => void;
  /** The address of a record, or of one of its dialogs, with the list filtered as it is now. */
  hrefOf: (item: Item, dialog?: string) => string;
  /** Opens a record, or one of its dialogs. `replace` puts it in the place of the one shown, as the next of a row. */
  open: (item: Item, dialog?: string, options?: { replace?: boolean }) => void;
  /** Opens a dialog that is of no record. */
  openDialog: (dialog: Dialog) => void;
  /** Closes whatever is open: back to the list. */
  close: () => void;
  /** Closes the dialog on top: back to what it was opened from. */
  back: () => void;
}

/**
 * The records of a screen by their addresses. `/admin/orders/ORD-1042` shows one over the list, `/admin/orders/ORD-1042/edit` its form:
 * they can be sent, reloaded, opened in a tab. Each opening is an entry in the history, so that the back button closes it.
 */
export function useRecordRoute<Item extends { id: string }, Dialog extends string = never>({
  screen,
  resource,
  items,
  keyOf,
  titleOf,
  fetch,
  dialogs = [],
}: Options<Item, Dialog>): RecordRoute<Item, Dialog> {
  const { path, search } = useStore($location);
  const { key, dialog } = readRecordPath(screen, path, dialogs);
  const isIt = (item: Item) => item.id === key || keyOf(item).toLowerCase() === key?.toLowerCase();
  const listed = key === null ? undefined : items?.find(isIt);
  const [last, setLast] = useState({ key, item: listed });
  const seen = last.key === key ? last.item : undefined;
  const query = useQuery({
    queryKey: [resource, 'entry', key],
    queryFn: ({ signal }) => fetch(key ?? '', signal),
    // Once it was asked for it is kept current also after it has come into the list. What is being deleted is not asked for again: it may be gone.
    enabled: key !== null && !listed && !(seen && dialog === 'delete'),
    gcTime: 0,
  });
  const found = listed ?? query.data;
  if (found && (last.key !== key || last.item !== found)) setLast({ key, item: found });
  // A record stays open when it has left the list, as by a new status, or can no longer be had: it is what was seen last.
  const record = key === null ? null : (found ?? seen ?? null);
  useRecordTitle(record && titleOf(record));

  const hrefOf = (item: Item, opened?: string) => recordPath(screen, keyOf(item), opened) + search;
  return {
    key,
    record,
    dialog,
    error: record ? null : query.error,
    retry: () => void query.refetch(),
    hrefOf,
    open: (item, opened, { replace = false } = {}) => navigate(hrefOf(item, opened), { replace }),
    openDialog: (opened) => navigate(`${screen}/${opened}${search}`),
    close: () => returnTo(screen + search),
    back: () => stepBack(screen + search),
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
