import { useQuery } from '@tanstack/react-query';
import type { BaseRecord, RecordDefinition } from './define-record.ts';
import type { BaseFilters } from './list-filters.ts';

/** A record as the server has it now, kept current while it is open, even after it left the list. Starts as the list shows it. */
export function useRecord<Item extends BaseRecord, Filters extends BaseFilters>(
  record: RecordDefinition<Item, Filters>,
  listed: Item,
): Item {
  const { data } = useQuery({
    ...record.queries.one(listed.id),
    initialData: listed as never,
    initialDataUpdatedAt: 0,
    gcTime: 0,
  });
  return data ?? listed;
}
