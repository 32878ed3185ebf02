import { useEffect } from 'react';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { Deferred } from '#admin/kit/Deferred.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { formatDay } from '#admin/kit/formats.ts';
import { Screen } from '#admin/kit/Screen.tsx';
import { ApiFailure } from '#browser/api.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { CsvColumn } from '#domain/csv.ts';
import type { SalesReport } from '#domain/reports/contract.ts';
import { SalesFilterBar } from './SalesFilterBar.tsx';
import { SalesReportView } from './SalesReportView.tsx';
import { useSalesReport } from './use-sales-report.ts';

const csvColumns: CsvColumn<SalesReport['salesOverTime'][number]>[] = [
  { name: 'Date', value: ({ _id }) => _id },
  { name: 'Revenue', value: ({ totalRevenue }) => totalRevenue },
  { name: 'Orders', value: ({ orderCount }) => orderCount },
];

/** The sales of a period: over time, by product, by category. */
export default function ReportsPage() {
  const query = useSalesReport();
  const { data, error, isFetching, refetch } = query;
  const report = useErrorBanner();
  // A validation error shows at its field, not in the banner.
  const isFieldError = error instanceof ApiFailure && error.errors.length > 0;
  useEffect(() => report(isFieldError ? null : error, 'Failed to load sales data'), [error, isFieldError, report]);

  return (
    <Screen
      title="Sales Analytics"
      actions={data && <ExportButton noun="sales" columns={csvColumns} fetchWhole={async () => data.salesOverTime} />}
    >
      <SalesFilterBar query={query} />
      {data ? (
        <div aria-busy={isFetching} className="refreshed">
          <p className="mb-4 text-sm text-muted">
            {formatDay(data.period.startDate)} – {formatDay(data.period.endDate)}
          </p>
          <Deferred>
            <SalesReportView report={data} />
          </Deferred>
        </div>
      ) : isFieldError ? null : error ? (
        <TryAgain onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading sales…" />
      )}
    </Screen>
  );
}
