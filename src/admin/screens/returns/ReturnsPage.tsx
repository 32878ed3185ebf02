import { useStore } from '@nanostores/react';
import { useQuery } from '@tanstack/react-query';
import { DataList } from '#admin/kit/DataList.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import { ListFilters } from '#admin/kit/ListFilters.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { textsOf } from '#admin/kit/status-labels.ts';
import { useList } from '#admin/kit/use-list.ts';
import { $location, returnTo } from '#admin/platform/router.ts';
import { RETURN_KINDS, type ReturnState, returnKindLabels } from '#domain/returns/choices.ts';
import { ReturnDetails } from './ReturnDetails.tsx';
import { hrefOf, returnBrief, returnColumns, returnCsv } from './return-columns.tsx';
import { countsQuery, RETURN_STATE_LABELS, RETURNS, returns } from './returns.ts';

const KINDS = new Map(RETURN_KINDS.map((kind) => [kind, returnKindLabels[kind]]));

const STATES = new Map<ReturnState | 'open', string>([['open', 'Open'], ...textsOf(RETURN_STATE_LABELS)]);

const EMPTY = 'No customer has asked for anything yet. They ask on the page of their order, after it has arrived.';

/** What customers ask to return, exchange and claim: decided here, counted on Receive, paid back here. */
export default function ReturnsPage() {
  const list = useList(returns);
  const { path } = useStore($location);
  const number = decodeURIComponent(path.slice(RETURNS.length + 1));
  return (
    <Screen title="Returns" actions={<ExportButton noun="returns" columns={returnCsv} fetchWhole={list.fetchWhole} />}>
      <Waiting />
      <ListFilters
        list={list}
        label="Returns"
        fields={[
          { choice: 'state', label: 'Status', all: 'All Statuses', names: STATES },
          { choice: 'kind', label: 'Kind', all: 'All Kinds', names: KINDS },
        ]}
      />
      <DataList
        list={list}
        columns={returnColumns}
        brief={returnBrief}
        hrefOf={hrefOf}
        noun="returns"
        empty={list.isNarrowed ? 'No returns found' : EMPTY}
      />
      {number && <ReturnDetails key={number} number={number} onClose={() => returnTo(RETURNS)} />}
    </Screen>
  );
}

/** What waits for staff: requests without an answer, and money that has not gone back. */
function Waiting() {
  const { data } = useQuery(countsQuery);
  const countOf = (state: ReturnState) => data?.counts.find((one) => one.state === state)?.count ?? 0;
  return (
    <dl aria-label="Waiting" className="mb-3 grid grid-cols-3 gap-3">
      {(['asked', 'approved', 'received'] as const).map((state) => (
        <div key={state} className="panel px-4 py-3 lg:flex lg:items-baseline lg:justify-between lg:gap-x-3">
          <dt className="text-sm text-muted">
            {{ asked: 'To answer', approved: 'On the way back', received: 'To pay back' }[state]}
          </dt>
          <dd className="min-h-7 text-lg font-medium tabular-nums">{data ? formatCount(countOf(state)) : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
