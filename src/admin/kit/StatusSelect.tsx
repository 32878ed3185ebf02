import { useState } from 'react';
import type { ApiFailure } from '#browser/api.ts';
import { DeliveredReason } from './DeliveredReason.tsx';
import { type BaseRecord, type RecordDefinition, type StatusOf, statusOf } from './define-record.ts';
import { useHeldOrders } from './HeldOrders.tsx';
import type { BaseFilters } from './list-filters.ts';
import { Select } from './Select.tsx';
import { textsOf } from './status-labels.ts';
import { type AsksAbout, useStatusChange } from './use-status-change.ts';

interface Props<Item extends BaseRecord, Filters extends BaseFilters> {
  record: RecordDefinition<Item, Filters>;
  item: Item;
  asksAbout?: AsksAbout;
}

/**
 * A record's status as a badge that opens. Another one is sent as soon as it is chosen. What the dispatch gate holds back is asked about, and why
 * something is delivered that came back.
 */
export function StatusSelect<Item extends BaseRecord, Filters extends BaseFilters>({
  record,
  item,
  asksAbout = () => false,
}: Props<Item, Filters>) {
  const heldOrders = useHeldOrders();
  const [cameBack, setCameBack] = useState('');
  const change = useStatusChange(
    record,
    (refusal, retry) => askWhy(refusal) || heldOrders.ask([refusal], retry) || asksAbout(refusal, retry),
  );

  function askWhy({ code, message }: ApiFailure): boolean {
    if (code === 'parcel_came_back') setCameBack(message);
    return code === 'parcel_came_back';
  }

  const status = statusOf(item);
  return (
    <>
      <Select
        label={`Status of ${record.noun} ${record.nameOf(item)}`}
        value={status}
        options={[...textsOf(record.statuses)].map(([value, label]) => ({ value, label }))}
        onChange={(next) => next !== status && change(item, next)}
        look={`badge status-trigger ${record.statuses[status].tone}`}
      />
      {heldOrders.question}
      {cameBack && (
        <DeliveredReason
          refusal={cameBack}
          onReason={(reason) => change(item, 'delivered' as StatusOf<Item>, { reason })}
          onClose={() => setCameBack('')}
        />
      )}
    </>
  );
}
