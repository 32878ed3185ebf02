import { useStore } from '@nanostores/react';
import { useQuery } from '@tanstack/react-query';
import { RETURN_STATE_LABELS } from '#admin/data/returns/labels.ts';
import { DataList } from '#admin/kit/DataList.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { ListFilters } from '#admin/kit/ListFilters.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { textsOf } from '#admin/kit/status-labels.ts';
import { useList } from '#admin/kit/use-list.ts';
import { $location, returnTo } from '#admin/platform/router.ts';
import { RETURN_KINDS, type ReturnState, returnKindLabels } from '#domain/returns/choices.ts';
import { ReturnDetails } from './ReturnDetails.tsx';
import { hrefOf, returnBrief, returnColumns, returnCsv } from './return-columns.tsx';
import { countsQuery, RETURNS, returns } from './returns.ts';

const KINDS = new Map(RETURN_KINDS.map((kind) => [kind, returnKindLabels[kind]]));

const STATES = new Map<ReturnState | 'open', string>([['open', 'Open'], ...textsOf(RETURN_STATE_LABELS)]);

/** What `open` stands for. */
const OPEN: ReturnState[] = ['asked', 'approved', 'received'];

const EMPTY = 'No request is open. Customers ask on the page of their order, after it has arrived.';

/** What customers ask to return, exchange and claim: decided here, counted as it is received, paid back here. */
export default function ReturnsPage() {
  const list = useList(returns);
  const countOf = useReturnCounts();
  const { path } = useStore($location);
  const number = decodeURIComponent(path.slice(RETURNS.length + 1));
  return (
    <Screen title="Returns" actions={<ExportButton noun="returns" columns={returnCsv} fetchWhole={list.fetchWhole} />}>
      <ListFilters
        list={list}
        label="Returns"
        fields={[
          { states: 'state', label: 'Status', all: 'All Statuses', names: STATES, countOf },
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

/** How many requests are in a state; null until that is known. */
function useReturnCounts(): (state?: ReturnState | 'open') => number | null {
  const { data } = useQuery(countsQuery);
  return (wanted) => {
    if (!data) return null;
    const counted = data.counts.filter(({ state }) => !wanted || state === wanted || (wanted === 'open' && OPEN.includes(state)));
    return counted.reduce((sum, { count }) => sum + count, 0);
  };
}
