import { useEffect } from 'react';
import { ChartPanel } from '#admin/kit/charts/ChartPanel.tsx';
import { Section } from '#admin/kit/charts/Section.tsx';
import { DataCards } from '#admin/kit/DataCards.tsx';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { DataTable } from '#admin/kit/DataTable.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { FilterBar } from '#admin/kit/FilterBar.tsx';
import { formatCount, formatDay } from '#admin/kit/formats.ts';
import { PeriodFields } from '#admin/kit/PeriodFields.tsx';
import { Select } from '#admin/kit/Select.tsx';
import { SheetButtons } from '#admin/kit/SheetButtons.tsx';
import { useIsDesktop } from '#admin/kit/use-is-desktop.ts';
import { ApiFailure } from '#browser/api.ts';
import { Field } from '#components/Field.tsx';
import { Spinner } from '#components/Spinner.tsx';
import { formatPrice } from '#domain/money.ts';
import { PROFIT_GROUPS, type ProfitGroup, type ProfitReport } from '#domain/reports/profit.ts';
import { earnedColumns, groupName, sheetColumns } from './earned-columns.tsx';
import { GROUP_LABELS } from './profit-labels.ts';
import { Stages } from './Stages.tsx';
import { Sums } from './Sums.tsx';
import { useProfit } from './use-profit.ts';

/** As many bars as a chart can be read with. */
const BARS = 12;

const GROUPS = PROFIT_GROUPS.map((value) => ({ value, label: GROUP_LABELS[value].name }));

/** What the orders of a period earned. */
export function Earnings() {
  const { data, error, isFetching, refetch, filters, change, clear, isNarrowed } = useProfit();
  const report = useErrorBanner();
  const errors = error instanceof ApiFailure ? error.errors : [];
  const errorOf = (field: string) => errors.find(({ path }) => path === field)?.message;
  const isFieldError = errors.length > 0;
  useEffect(() => report(isFieldError ? null : error, 'Failed to load the profit'), [error, isFieldError, report]);

  return (
    <>
      <FilterBar label="Profit" isNarrowed={isNarrowed} onClear={clear}>
        <PeriodFields
          labels={['Placed from', 'Placed until']}
          errors={{ from: errorOf('startDate'), to: errorOf('endDate') }}
          from={filters.startDate}
          to={filters.endDate}
          usual={data && { from: data.period.startDate, to: data.period.endDate }}
          onChange={({ from, to }) => change({ startDate: from, endDate: to })}
        />
        <Field label="By">
          {(control) => <Select {...control} value={filters.by} options={GROUPS} onChange={(by) => change({ by })} />}
        </Field>
      </FilterBar>
      {data ? (
        <div aria-busy={isFetching} className="refreshed grid grid-cols-[minmax(0,1fr)] gap-6 lg:gap-8">
          <Stages stages={data.stages} />
          <Sums totals={data.totals} />
          <Groups data={data} by={filters.by} />
        </div>
      ) : isFieldError ? null : error ? (
        <TryAgain onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading profit…" />
      )}
    </>
  );
}

function Groups({ data, by }: { data: ProfitReport; by: ProfitGroup }) {
  const Rows = useIsDesktop() ? DataTable : DataCards;
  const { groups, groupCount, period } = data;
  const { name } = GROUP_LABELS[by];
  const days = `${formatDay(period.startDate)} – ${formatDay(period.endDate)}`;
  const isOverTime = by === 'day' || by === 'month';
  const points = (isOverTime ? groups : groups.slice(0, BARS)).map((group) => ({
    name: groupName(group, by),
    value: group.profit,
    orders: group.orders,
  }));
  return (
    <>
      <ChartPanel
        title={`Profit by ${name}`}
        kind={isOverTime ? 'line' : 'bar'}
        points={points}
        format={formatPrice}
        headings={[name, 'Profit']}
        {...(groups.length > points.length && { note: `The ${BARS} that earned most.` })}
      />
      <Section
        title={`Earned by ${name}`}
        period={days}
        isEmpty={groups.length === 0}
        empty="No orders were placed in these days"
        action={
          <div className="flex flex-wrap gap-2">
            <SheetButtons
              noun="Profit"
              name={`profit-by-${by}-${period.startDate}-${period.endDate}`}
              sheet={`Profit by ${by}`}
              columns={sheetColumns(by)}
              fetchRows={async () => groups}
            />
          </div>
        }
        note={
          groupCount > groups.length
            ? `The first ${formatCount(groups.length)} of ${formatCount(groupCount)}. Choose fewer days for the rest.`
            : undefined
        }
      >
        <Rows label={`Earned by ${name}`} items={groups} columns={earnedColumns(by)} keyOf={({ key }) => key ?? ''} />
      </Section>
    </>
  );
}
