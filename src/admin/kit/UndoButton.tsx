import type { BaseRecord, RecordDefinition, StatusOf } from './define-record.ts';
import type { BaseFilters } from './list-filters.ts';
import { MayButton } from './may.tsx';
import { isUndoable, useUndo } from './use-undo.ts';

interface Props<Item extends BaseRecord, Filters extends BaseFilters> {
  record: RecordDefinition<Item, Filters>;
  item: Item;
}

/** Takes back a status that was given by mistake, for a day after it; nothing for other records. */
export function UndoButton<Item extends BaseRecord, Filters extends BaseFilters>({ record, item }: Props<Item, Filters>) {
  const undo = useUndo(record);
  if (!isUndoable(record, item)) return null;
  return (
    <MayButton
      right={record.statusRight(record.undoable as StatusOf<Item>, record.undoable as StatusOf<Item>)}
      disabled={undo.isPending}
      onClick={() => undo.mutate(item)}
      className="btn btn-outline btn-small"
    >
      Undo {record.statuses[record.undoable as StatusOf<Item>].text.toLowerCase()}
    </MayButton>
  );
}
