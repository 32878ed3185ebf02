import { FilterBar } from '#admin/kit/FilterBar.tsx';
import { PeriodFields } from '#admin/kit/PeriodFields.tsx';
import { Select } from '#admin/kit/Select.tsx';
import { ApiFailure } from '#browser/api.ts';
import { Field } from '#components/Field.tsx';
import type { GroupBy } from '#shared/schemas/reports.ts';
import type { Sales } from './use-sales.ts';

const STEPS: { value: GroupBy; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'month', label: 'Month' },
  { value: 'year', label: 'Year' },
];

/** Which days are reported, and in which steps. What the server finds wrong with them stands at their fields. */
export function SalesFilterBar({ sales: { filters, change, clear, isNarrowed, error } }: { sales: Sales }) {
  const complaints = error instanceof ApiFailure ? error.errors : [];
  const complaint = (field: string) => complaints.find(({ path }) => path === field)?.message;

  return (
    <FilterBar label="Sales" isNarrowed={isNarrowed} onClear={clear}>
      <PeriodFields
        labels={['Start Date', 'End Date']}
        errors={{ from: complaint('startDate'), to: complaint('endDate') }}
        from={filters.startDate}
        to={filters.endDate}
        onFrom={(startDate) => change({ startDate })}
        onTo={(endDate) => change({ endDate })}
      />
      <Field label="Group By">
        {(control) => <Select {...control} value={filters.groupBy} options={STEPS} onChange={(groupBy) => change({ groupBy })} />}
      </Field>
    </FilterBar>
  );
}
