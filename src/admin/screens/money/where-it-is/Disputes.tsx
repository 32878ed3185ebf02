import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { DataList } from '#admin/kit/DataList.tsx';
import { ListFilters } from '#admin/kit/ListFilters.tsx';
import { textsOf } from '#admin/kit/status-labels.ts';
import { useList } from '#admin/kit/use-list.ts';
import type { Dispute } from '#domain/settlements/disputes.ts';
import { AskCourier } from './AskCourier.tsx';
import { disputeColumns } from './dispute-columns.tsx';
import { courierDisputesQuery, disputes } from './money-api.ts';
import { DISPUTE_STATE_LABELS } from './money-labels.ts';
import { SettleDispute } from './SettleDispute.tsx';

const EMPTY = 'Nothing is wrong: what couriers paid and kept is what they owed, and nothing is late.';

/** What couriers owe and did not pay, or kept too much of: asked for by one message a courier, and followed until it is settled. */
export function Disputes() {
  const list = useList(disputes);
  const { data: couriers = [] } = useQuery(courierDisputesQuery);
  const [settled, setSettled] = useState<Dispute | null>(null);
  const columns = useMemo(() => disputeColumns(setSettled), []);
  return (
    <>
      <ul aria-label="By courier" className="mb-4 grid gap-3 lg:grid-cols-2">
        {couriers.map((one) => (
          <AskCourier key={one.courierId} of={one} />
        ))}
      </ul>
      <ListFilters
        list={list}
        label="Disputes"
        fields={[
          {
            choice: 'courierId',
            label: 'Courier',
            all: 'All Couriers',
            names: new Map(couriers.map(({ courierId, courier }) => [courierId, courier])),
          },
          { states: 'state', label: 'Status', all: 'All Statuses', names: textsOf(DISPUTE_STATE_LABELS) },
        ]}
      />
      <DataList list={list} columns={columns} empty={list.isNarrowed ? 'No disputes found' : EMPTY} />
      {settled && <SettleDispute key={settled.id} dispute={settled} onClose={() => setSettled(null)} />}
    </>
  );
}
