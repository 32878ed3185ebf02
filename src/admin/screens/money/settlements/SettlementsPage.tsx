import FileUp from 'virtual:icons/file-up';
import { useStore } from '@nanostores/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { couriersQuery } from '#admin/data/couriers/queries.ts';
import { DataList } from '#admin/kit/DataList.tsx';
import { ListFilters } from '#admin/kit/ListFilters.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { textsOf } from '#admin/kit/status-labels.ts';
import { useList } from '#admin/kit/use-list.ts';
import { $location, returnTo } from '#admin/platform/router.ts';
import { AddSettlement } from './AddSettlement.tsx';
import { SettlementDetails } from './SettlementDetails.tsx';
import { hrefOf, settlementBrief, settlementColumns } from './settlement-columns.tsx';
import { ARRIVAL_LABELS, STATE_LABELS } from './settlement-labels.ts';
import { SETTLEMENTS, settlements } from './settlements-api.ts';

const STATES = textsOf(STATE_LABELS);

const EMPTY = 'No file was booked yet. Download what a courier paid from its portal, and add that file here.';

/** What couriers paid out, by their files: each is read, compared with the parcels, and booked as a whole. */
export default function SettlementsPage() {
  const list = useList(settlements);
  const { data: couriers = [] } = useQuery(couriersQuery);
  const [isAdding, setAdding] = useState(false);
  const { path } = useStore($location);
  const id = decodeURIComponent(path.slice(SETTLEMENTS.length + 1));
  return (
    <Screen
      title="Settlements"
      actions={
        <MayButton right="verify_payments" onClick={() => setAdding(true)} className="btn btn-primary px-4">
          <FileUp className="size-4" />
          Add a File
        </MayButton>
      }
    >
      <ListFilters
        list={list}
        label="Settlements"
        fields={[
          {
            choice: 'courierId',
            label: 'Courier',
            all: 'All Couriers',
            names: new Map(couriers.map((one) => [one.id, one.name])),
          },
          { states: 'state', label: 'Status', all: 'All Statuses', names: STATES },
          { choice: 'arrival', label: 'Money', all: 'Anywhere', names: textsOf(ARRIVAL_LABELS) },
        ]}
      />
      <DataList
        list={list}
        columns={settlementColumns}
        brief={settlementBrief}
        hrefOf={hrefOf}
        empty={list.isNarrowed ? 'No settlements found' : EMPTY}
      />
      {id && <SettlementDetails key={id} id={id} onClose={() => returnTo(SETTLEMENTS)} />}
      {isAdding && <AddSettlement onClose={() => setAdding(false)} />}
    </Screen>
  );
}
