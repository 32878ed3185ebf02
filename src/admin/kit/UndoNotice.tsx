import type { BaseRecord, RecordDefinition, StatusOf } from './define-record.ts';
import { formatMoment } from './formats.ts';
import type { BaseFilters } from './list-filters.ts';
import { MayButton } from './may.tsx';
import { isUndoable, useUndo } from './use-undo.ts';

interface Props<Item extends BaseRecord, Filters extends BaseFilters> {
  record: RecordDefinition<Item, Filters>;
  item: Item;
}

/** Takes back a status that was given by mistake, for a day after it, away from where it was pressed; nothing for other records. */
export function UndoNotice<Item extends BaseRecord, Filters extends BaseFilters>({ record, item }: Props<Item, Filters>) {
  const undo = useUndo(record);
  if (!isUndoable(record, item)) return null;
  const status = record.undoable as StatusOf<Item>;
  const text = record.statuses[status].text;
  return (
    <section
      aria-label={`${text} by mistake?`}
      className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2 rounded-md bg-ivory px-4 py-2 text-sm text-ink-soft"
    >
      <p className="min-w-40 grow basis-0">
        {text}, {formatMoment(item.updatedAt)}. By mistake?
      </p>
      <MayButton
        right={record.statusRight(status, status)}
        disabled={undo.isPending}
        onClick={() => undo.mutate(item)}
        className="btn btn-outline btn-small"
      >
        Undo <span className="sr-only">{text.toLowerCase()}</span>
      </MayButton>
    </section>
  );
}
