import { refusalIn, useRights } from '#admin/platform/rights.ts';
import { type BaseRecord, type RecordDefinition, type StatusOf, statusOf } from './define-record.ts';
import type { BaseFilters } from './list-filters.ts';
import { Select } from './Select.tsx';
import { textsOf } from './status-labels.ts';
import { type AsksAbout, useStatusChange } from './use-status-change.ts';

export interface StatusSelectProps<Item extends BaseRecord, Filters extends BaseFilters> {
  record: RecordDefinition<Item, Filters>;
  item: Item;
  asksAbout?: AsksAbout;
  /** Asks before another status is set, and goes on with the last argument. */
  asksFirst?: (next: StatusOf<Item>, go: () => void) => void;
}

/** A record's status as a badge that opens. Another one is sent as soon as it is chosen. */
export function StatusSelect<Item extends BaseRecord, Filters extends BaseFilters>({
  record,
  item,
  asksAbout,
  asksFirst = (_, go) => go(),
}: StatusSelectProps<Item, Filters>) {
  const change = useStatusChange(record, asksAbout);
  const status = statusOf(item);
  const rights = useRights();
  return (
    <Select
      label={`Status of ${record.noun} ${record.nameOf(item)}`}
      value={status}
      options={[...textsOf(record.statuses)].map(([value, label]) => ({
        value,
        label,
        refusal: value === status ? '' : refusalIn(rights, record.statusRight(value, status)),
      }))}
      onChange={(next) => next !== status && asksFirst(next, () => change(item, next))}
      look={`badge status-trigger ${record.statuses[status].tone}`}
    />
  );
}
