import { useEffect, useMemo } from 'react';
import { ChartPanel } from '#admin/kit/charts/ChartPanel.tsx';
import { ShareChart } from '#admin/kit/charts/ShareChart.tsx';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { Spinner } from '#components/Spinner.tsx';
import { formatPrice } from '#shared/money.ts';
import type { Dashboard } from '#shared/schemas/reports.ts';
import { statusFigures, trendFigures } from './dashboard-figures.ts';
import { ExpectedDeliveries } from './ExpectedDeliveries.tsx';
import { LateParcels } from './LateParcels.tsx';
import { LatestOrders } from './LatestOrders.tsx';
import { LowStockProducts } from './LowStockProducts.tsx';
import { StatCards } from './StatCards.tsx';
import { TopSellingProducts } from './TopSellingProducts.tsx';
import { useDashboard } from './use-dashboard.ts';
import { WorkToDo } from './WorkToDo.tsx';

/** The shop at a glance: what waits to be done, and what sold in the last 30 days. */
export default function DashboardPage() {
  const { data, error, refetch } = useDashboard();
  const report = useErrorBanner();
  useEffect(() => report(error, 'Failed to load dashboard data'), [error, report]);

  return (
    <Screen title="Dashboard">
      {data ? (
        <AtAGlance dashboard={data} />
      ) : error ? (
        <TryAgain onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading dashboard…" />
      )}
    </Screen>
  );
}

function AtAGlance({ dashboard }: { dashboard: Dashboard }) {
  const trend = useMemo(() => trendFigures(dashboard.salesByDate), [dashboard.salesByDate]);
  const statuses = useMemo(() => statusFigures(dashboard.orderStatusCounts), [dashboard.orderStatusCounts]);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:gap-8">
      <WorkToDo work={dashboard.work} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2 lg:gap-8">
        <LatestOrders orders={dashboard.recentOrders} />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6 lg:gap-8">
          <LateParcels work={dashboard.work} />
          <ExpectedDeliveries work={dashboard.work} />
        </div>
      </div>
      <StatCards dashboard={dashboard} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:gap-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <ChartPanel
          title="Sales Trend (Last 30 Days)"
          kind="line"
          figures={trend}
          format={formatPrice}
          headings={['Day', 'Revenue']}
        />
        <ShareChart title="Order Status Distribution" figures={statuses} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2 lg:gap-8">
        <TopSellingProducts products={dashboard.topProducts} />
        <LowStockProducts products={dashboard.lowStockProducts} categories={dashboard.categoryStats} />
      </div>
    </div>
  );
}
