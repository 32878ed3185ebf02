import { useState } from 'react';
import type { BaseRecord, StatusOf } from '#admin/kit/define-record.ts';
import type { BaseFilters } from '#admin/kit/list-filters.ts';
import { StatusSelect, type StatusSelectProps } from '#admin/kit/StatusSelect.tsx';
import { useStatusChange } from '#admin/kit/use-status-change.ts';
import type { ApiFailure } from '#browser/api.ts';
import { DeliveredReason } from './DeliveredReason.tsx';
import { useStoppedOrders } from './StoppedOrders.tsx';

/** The status of an order or its parcel. Asks about what the dispatch gate holds back, and why something is delivered that came back. */
export function DispatchStatusSelect<Item extends BaseRecord, Filters extends BaseFilters>({
  record,
  item,
  asksAbout = () => false,
  ...asking
}: StatusSelectProps<Item, Filters>) {
  const stoppedOrders = useStoppedOrders();
  const [cameBack, setCameBack] = useState('');
  const change = useStatusChange(record);

  function askWhy({ code, message }: ApiFailure): boolean {
    if (code === 'parcel_came_back') setCameBack(message);
    return code === 'parcel_came_back';
  }

  return (
    <>
      <StatusSelect
        record={record}
        item={item}
        {...asking}
        asksAbout={(refusal, retry) => askWhy(refusal) || stoppedOrders.ask([refusal], retry) || asksAbout(refusal, retry)}
      />
      {stoppedOrders.question}
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
