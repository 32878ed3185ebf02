import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { ChartPanel } from '#admin/kit/charts/ChartPanel.tsx';
import { ShareChart } from '#admin/kit/charts/ShareChart.tsx';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { Screen } from '#admin/kit/Screen.tsx';
import { useMay } from '#admin/platform/rights.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { Spinner } from '#components/Spinner.tsx';
import { type Dashboard, dashboard } from '#domain/reports/contract.ts';
import { ordersByStatus, revenueByDay } from './dashboard-charts.ts';
import { LowStockProducts, TopSellingProducts } from './ProductLists.tsx';
import { StatCards } from './StatCards.tsx';
import { Today } from './Today.tsx';
import { ExpectedDeliveries, LateParcels, LatestOrders } from './WorkLists.tsx';

const REFRESH_MS = 60_000;

/** What is due now, and for those who may see it how the last 30 days went, beside the 30 before. */
export default function DashboardPage() {
  return (
    <Screen title="Dashboard">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:gap-8">
        <Today />
        {useMay('see_reports') && <Figures />}
      </div>
    </Screen>
  );
}

function Figures() {
  const { data, error, refetch } = useQuery({
    ...staffQuery('/analytics/dashboard', dashboard),
    refetchInterval: REFRESH_MS,
  });
  const report = useErrorBanner();
  useEffect(() => report(error, 'Failed to load dashboard data'), [error, report]);
  if (data) return <Panels dashboard={data} />;
  return error ? <TryAgain onRetry={() => void refetch()} /> : <Spinner label="Loading dashboard…" />;
}

function Panels({ dashboard }: { dashboard: Dashboard }) {
  const revenue = useMemo(() => revenueByDay(dashboard.salesByDate), [dashboard.salesByDate]);
  const statuses = useMemo(() => ordersByStatus(dashboard.orderStatusCounts), [dashboard.orderStatusCounts]);

  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2 lg:gap-8">
        <LatestOrders orders={dashboard.recentOrders} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:gap-8">
          <LateParcels work={dashboard.work} />
          <ExpectedDeliveries work={dashboard.work} />
        </div>
      </div>
      <StatCards dashboard={dashboard} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:gap-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <ChartPanel
          title="Sales Trend (Last 30 Days)"
          kind="line"
          points={revenue}
          format={formatPrice}
          headings={['Day', 'Revenue']}
        />
        <ShareChart title="Order Status Distribution" period="Last 30 days" points={statuses} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2 lg:gap-8">
        <TopSellingProducts dashboard={dashboard} />
        <LowStockProducts dashboard={dashboard} />
      </div>
    </>
  );
}
