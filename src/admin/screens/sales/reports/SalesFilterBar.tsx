import { FilterBar } from '#admin/kit/FilterBar.tsx';
import { PeriodFields } from '#admin/kit/PeriodFields.tsx';
import { type Option, Select } from '#admin/kit/Select.tsx';
import { ApiFailure } from '#browser/api.ts';
import { Field } from '#components/Field.tsx';
import type { GroupBy } from '#domain/reports/contract.ts';
import type { SalesReportQuery } from './use-sales-report.ts';

const GROUPINGS: Option<GroupBy>[] = [
  { value: 'day', label: 'Day' },
  { value: 'month', label: 'Month' },
  { value: 'year', label: 'Year' },
];

/** The period and grouping of the report. The server's validation errors show at their fields. */
export function SalesFilterBar({ query: { data, filters, change, clear, isNarrowed, error } }: { query: SalesReportQuery }) {
  const errors = error instanceof ApiFailure ? error.errors : [];
  const errorOf = (field: string) => errors.find(({ path }) => path === field)?.message;

  return (
    <FilterBar label="Sales" isNarrowed={isNarrowed} hasErrors={errors.length > 0} onClear={clear}>
      <PeriodFields
        labels={['Start Date', 'End Date']}
        errors={{ from: errorOf('startDate'), to: errorOf('endDate') }}
        from={filters.startDate}
        to={filters.endDate}
        usual={data && { from: data.period.startDate, to: data.period.endDate }}
        onChange={({ from, to }) => change({ startDate: from, endDate: to })}
      />
      <Field label="Group By">
        {(control) => (
          <Select {...control} value={filters.groupBy} options={GROUPINGS} onChange={(groupBy) => change({ groupBy })} />
        )}
      </Field>
    </FilterBar>
  );
}
