import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { couriersQuery } from '#admin/data/couriers/queries.ts';
import { UnknownLabels } from '#admin/data/couriers/UnknownLabels.tsx';
import { SimulateDay } from '#admin/data/shipments/SimulateDay.tsx';
import { DataList } from '#admin/kit/DataList.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import { ListFilters } from '#admin/kit/ListFilters.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { StateTabs } from '#admin/kit/StateTabs.tsx';
import { useList } from '#admin/kit/use-list.ts';
import { useMay } from '#admin/platform/rights.ts';
import { navigate } from '#admin/platform/router.ts';
import { PARCEL_LISTS, type ParcelList, type ParcelUnderWay, type UnderWayCounts } from '#domain/shipments/under-way.ts';
import { AdviceForm } from './AdviceForm.tsx';
import { AdviceOutcome } from './AdviceOutcome.tsx';
import { CallForm } from './CallForm.tsx';
import { ClaimForm } from './ClaimForm.tsx';
import { EndClaimForm } from './EndClaimForm.tsx';
import type { ParcelAction } from './parcel-actions.ts';
import { parcelColumns } from './parcel-columns.tsx';
import { SettleForm } from './SettleForm.tsx';
import { countsQuery, parcels } from './under-way-api.ts';
import { LIST_NAMES, NOTHING } from './under-way-text.ts';
import { WordForm } from './WordForm.tsx';

type Filters = typeof parcels.filters.defaults;

const DIALOGS: Record<Exclude<ParcelAction, 'receive'>, ComponentType<{ parcel: ParcelUnderWay; onClose: () => void }>> = {
  call: CallForm,
  advise: AdviceForm,
  outcome: AdviceOutcome,
  word: WordForm,
  claim: ClaimForm,
  end: EndClaimForm,
  settle: SettleForm,
};

interface Open {
  action: Exclude<ParcelAction, 'receive'>;
  parcel: ParcelUnderWay;
}

/** Parcels under way that somebody has to do something about, each list with its next steps. */
export default function UnderWayPage() {
  const list = useList(parcels);
  const { data: counts } = useQuery(countsQuery);
  const { data: couriers = [] } = useQuery(couriersQuery);
  const maySend = useMay('send_parcels');
  const [open, setOpen] = useState<Open | null>(null);
  const { list: shown, number, courierId } = list.filters;
  const isNarrowed = Boolean(number || courierId);
  const Form = open && DIALOGS[open.action];

  function act(action: ParcelAction, parcel: ParcelUnderWay) {
    if (action === 'receive') navigate(`/admin/receive?${new URLSearchParams({ code: parcel.shipmentNumber })}`);
    else setOpen({ action, parcel });
  }

  return (
    <Screen title="On the road">
      <StateTabs
        label="Lists"
        tabs={PARCEL_LISTS.map((one) => ({
          label: LIST_NAMES[one],
          href: list.addressWith({ list: one }),
          isShown: shown === one,
          count: counts ? COUNT_OF[one](counts) : null,
        }))}
      />
      <ListFilters
        // Another list is no filter that somebody would clear.
        list={{ ...list, isNarrowed, clear: () => list.change({ number: '', courierId: undefined } as Partial<Filters>) }}
        label="Parcels"
        fields={[
          { search: 'number', label: 'Any parcel', placeholder: 'Order, parcel, tracking number or phone' },
          {
            choice: 'courierId',
            label: 'Courier',
            all: 'All couriers',
            names: new Map(couriers.map(({ id, name }) => [id, name])),
          },
        ]}
      />
      {shown === 'unclear' && maySend && <UnknownLabels />}
      {shown === 'attempts' && counts && counts.attempts > 0 && <p className="mb-3 text-sm text-ink-soft">{deskText(counts)}</p>}
      <DataList
        list={list}
        columns={parcelColumns(shown, act)}
        empty={number ? 'No booked parcel has this number' : isNarrowed ? 'No such parcel is in this list' : NOTHING[shown]}
      />
      <SimulateDay />
      {open && Form && <Form key={open.parcel.id} parcel={open.parcel} onClose={() => setOpen(null)} />}
    </Screen>
  );
}

/** `3 need you now, 4 wait for an answer or the courier.` */
function deskText({ attempts, desk }: UnderWayCounts): string {
  const waiting = attempts - desk;
  const now = desk === 0 ? 'None needs you now' : `${formatCount(desk)} ${desk === 1 ? 'needs' : 'need'} you now`;
  return waiting === 0
    ? `${now}.`
    : `${now}, ${formatCount(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for an answer or the courier.`;
}

const COUNT_OF: Record<ParcelList, (counts: UnderWayCounts) => number> = {
  attempts: ({ attempts }) => attempts,
  late: ({ late }) => late,
  stale: ({ stale }) => stale,
  not_received: ({ notReceived }) => notReceived,
  lost: ({ lost }) => lost,
  unclear: ({ unclear, unknownLabels }) => unclear + unknownLabels,
};
