import { useQuery } from '@tanstack/react-query';
import { activityColumns, activityCsv } from '#admin/data/activity/activity-columns.tsx';
import { ACTIVITY_KIND_NAMES, folded } from '#admin/data/activity/activity-text.ts';
import { FiguresTable } from '#admin/data/activity/FiguresTable.tsx';
import { DataList, TryAgain } from '#admin/kit/DataList.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { ListFilters } from '#admin/kit/ListFilters.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import { Spinner } from '#components/Spinner.tsx';
import { ACTIVITY_KINDS } from '#domain/audit-log/contract.ts';
import { activity, figuresQuery, peopleQuery } from './activity.ts';

const KINDS = new Map(ACTIVITY_KINDS.map((kind) => [kind, ACTIVITY_KIND_NAMES[kind]]));

/** Who of the staff did what, for owners. */
export default function ActivityPage() {
  const list = useList(activity);
  const { data: people = [] } = useQuery(peopleQuery);
  const { record } = list.filters;
  return (
    <Screen title="Activity" actions={<ExportButton noun="activity" columns={activityCsv} fetchWhole={list.fetchWhole} />}>
      <p className="mb-4 text-sm text-muted">Kept for two years. Nobody can alter it.</p>
      <ListFilters
        list={list}
        label="Activity"
        fields={[
          { choice: 'person', label: 'Who', all: 'Everybody', names: new Map(people.map(({ id, username }) => [id, username])) },
          { choice: 'kind', label: 'About', all: 'Everything', names: KINDS },
          { from: 'startDate', to: 'endDate' },
        ]}
      />
      {record && (
        <p className="panel mb-4 flex flex-wrap items-center justify-between gap-x-4 px-4 py-2">
          Only what concerns one record: {list.page?.items[0]?.subject ?? 'nothing yet'}
          <button type="button" onClick={() => list.change({ record: undefined })} className="btn btn-outline btn-small">
            Show all
          </button>
        </p>
      )}
      <DataList
        list={{ ...list, page: list.page && { ...list.page, items: folded(list.page.items) } }}
        columns={activityColumns}
        noun="entries"
        shown={list.page?.items.length}
        empty="Nothing is recorded here"
      />
      {!record && <Figures list={list} />}
    </Screen>
  );
}

/** What each of the staff confirmed and packed in the days that are chosen. */
function Figures({ list: { filters } }: { list: { filters: typeof activity.filters.defaults } }) {
  const { startDate, endDate, person } = filters;
  const { data, isError, refetch } = useQuery(figuresQuery({ startDate, endDate }));
  const shown = data?.filter(({ id }) => !person || id === person);
  return (
    <section aria-labelledby="figures" className="panel mt-6 p-4 sm:p-5">
      <h2 id="figures" className="text-xl">
        Who confirmed and packed what
      </h2>
      <p className="mt-1 text-sm text-muted">
        {startDate || endDate ? 'In the days chosen above.' : 'In the last 30 days.'} The return rate counts what was delivered or
        came back. A parcel counts for whoever created it.
      </p>
      {shown ? (
        <FiguresTable figures={shown} label="Who confirmed and packed what" />
      ) : isError ? (
        <TryAgain onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading figures…" />
      )}
    </section>
  );
}
