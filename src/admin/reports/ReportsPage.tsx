import { useEffect } from 'react';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { formatDay } from '#admin/kit/formats.ts';
import { Screen } from '#admin/kit/Screen.tsx';
import { ApiFailure } from '#browser/api.ts';
import { Spinner } from '#components/Spinner.tsx';
import { SalesFigures } from './SalesFigures.tsx';
import { SalesFilterBar } from './SalesFilterBar.tsx';
import { allOf, salesExport } from './sales-export.ts';
import { useSales } from './use-sales.ts';

/** What was sold in a period: over time, by product, by category. */
export default function SalesPage() {
  const sales = useSales();
  const { data, error, isFetching, refetch } = sales;
  const report = useErrorBanner();
  // What is wrong with a field stands at the field.
  const isMarked = error instanceof ApiFailure && error.errors.length > 0;
  useEffect(() => report(isMarked ? null : error, 'Failed to load sales data'), [error, isMarked, report]);

  return (
    <Screen
      title="Sales Analytics"
      actions={data && <ExportButton noun="sales" columns={salesExport} fetchPage={() => allOf(data.salesOverTime)} />}
    >
      <SalesFilterBar sales={sales} />
      {data ? (
        <div aria-busy={isFetching} className={sales.isPlaceholderData ? 'opacity-60 transition-opacity delay-150' : ''}>
          <p className="mb-4 text-sm text-muted">
            {formatDay(data.period.startDate)} – {formatDay(data.period.endDate)}
          </p>
          <SalesFigures report={data} />
        </div>
      ) : isMarked ? null : error ? (
        <TryAgain onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading sales…" />
      )}
    </Screen>
  );
}
