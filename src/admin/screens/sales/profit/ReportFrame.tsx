import { type ReactNode, useEffect } from 'react';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { FilterBar } from '#admin/kit/FilterBar.tsx';
import { PeriodFields } from '#admin/kit/PeriodFields.tsx';
import { Select } from '#admin/kit/Select.tsx';
import { ApiFailure } from '#browser/api.ts';
import { Field } from '#components/Field.tsx';
import { Spinner } from '#components/Spinner.tsx';
import type { Period } from '#domain/values.ts';

interface Props<By extends string, Report extends { period: Required<Period> }> {
  report: {
    data: Report | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => unknown;
    filters: Period & { by: By };
    isNarrowed: boolean;
    change: (change: Period & { by?: By }) => void;
    clear: () => void;
  };
  options: { value: By; label: string }[];
  children: (report: Report) => ReactNode;
}

/** A report of a period under its filters: days, and what it is told by. */
export function ReportFrame<By extends string, Report extends { period: Required<Period> }>({
  report: { data, error, isFetching, refetch, filters, isNarrowed, change, clear },
  options,
  children,
}: Props<By, Report>) {
  const show = useErrorBanner();
  const errors = error instanceof ApiFailure ? error.errors : [];
  const errorOf = (field: string) => errors.find(({ path }) => path === field)?.message;
  const isFieldError = errors.length > 0;
  useEffect(() => show(isFieldError ? null : error, 'Failed to load the profit'), [error, isFieldError, show]);

  return (
    <>
      <FilterBar label="Profit" isNarrowed={isNarrowed} hasErrors={isFieldError} onClear={clear}>
        <PeriodFields
          errors={{ from: errorOf('startDate'), to: errorOf('endDate') }}
          from={filters.startDate}
          to={filters.endDate}
          usual={data && { from: data.period.startDate, to: data.period.endDate }}
          onChange={({ from, to }) => change({ startDate: from, endDate: to })}
        />
        <Field label="By">
          {(control) => <Select {...control} value={filters.by} options={options} onChange={(by) => change({ by })} />}
        </Field>
      </FilterBar>
      {data ? (
        <div aria-busy={isFetching} className="refreshed grid grid-cols-[minmax(0,1fr)] gap-6 lg:gap-8">
          {children(data)}
        </div>
      ) : isFieldError ? null : error ? (
        <TryAgain onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading profit…" />
      )}
    </>
  );
}
