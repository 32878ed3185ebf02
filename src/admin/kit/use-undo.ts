import { useMutation } from '@tanstack/react-query';
import { type BaseRecord, type RecordDefinition, statusOf } from './define-record.ts';
import { useErrorBanner } from './error-banner.tsx';
import type { BaseFilters } from './list-filters.ts';
import { toast } from './toast.ts';

/** How long what was done by mistake can be undone; the server says so, too. */
const UNDO_MS = 24 * 60 * 60_000;

/** Takes back a status that was given by mistake, and says what the record is again. */
export function useUndo<Item extends BaseRecord, Filters extends BaseFilters>(record: RecordDefinition<Item, Filters>) {
  const report = useErrorBanner();
  return useMutation({
    mutationFn: (item: Pick<Item, 'id'>) => record.undo(item.id),
    onSuccess: (item) => toast(`Undone: ${record.titleOf(item)} is ${record.statuses[statusOf(item)].text} again`),
    onSettled: (_, failure) => report(failure, 'Failed to undo it'),
  });
}

/** Whether a record may just have been given a status that can be taken back. */
export function isUndoable<Item extends BaseRecord, Filters extends BaseFilters>(
  record: RecordDefinition<Item, Filters>,
  item: Item,
  now = Date.now(),
): boolean {
  return statusOf(item) === record.undoable && now - Date.parse(item.updatedAt) < UNDO_MS;
}
