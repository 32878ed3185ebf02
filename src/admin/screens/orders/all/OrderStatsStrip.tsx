import { changed } from '#admin/kit/list-filters.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { StateTabs } from '#admin/kit/StateTabs.tsx';
import { useHasSideBar } from '#admin/kit/use-is-desktop.ts';
import { useMay } from '#admin/platform/rights.ts';
import { ORDER_WORK, type OrderWork } from '#domain/orders/contract.ts';
import { type OrderFilters, orders, useOrderStats } from './orders.ts';

export const WORK_NAMES: Record<OrderWork, string> = {
  to_confirm: 'To confirm',
  awaits_money: 'Waiting for money',
  awaits_return: 'Waiting for pieces',
  to_pack: 'To pack',
  to_hand_over: 'To hand over',
  with_courier: 'With courier',
  returned: 'Returned',
  to_check: 'Transfers to check',
  advance_late: 'Advances late',
  to_refund: 'To refund',
};

/** Shown only while there is one: most shops ask no advance, and exchange little. */
const OCCASIONAL: OrderWork[] = ['awaits_money', 'awaits_return'];

/** The lists that staff work through, each with the other filters kept, beside all orders. */
export function OrderStatsStrip({ filters }: { filters: OrderFilters }) {
  const { data: stats } = useOrderStats();
  const hasSideBar = useHasSideBar();
  const tabs = [
    { work: undefined, label: 'All orders, all time', count: stats?.totalOrders ?? null },
    ...ORDER_WORK.map((work) => ({
      work,
      label: WORK_NAMES[work],
      count: stats ? (stats.work.find((counted) => counted.work === work)?.orders ?? 0) : null,
    })).filter(({ work, count }) => count || work === filters.work || !OCCASIONAL.includes(work)),
  ].map(({ work, ...tab }) => ({
    ...tab,
    // A status that was chosen would hide most of a work list.
    href: `/admin/orders${orders.filters.write(changed(filters, { work, status: undefined }))}`,
    isShown: filters.work === work,
  }));

  return (
    <StateTabs label="Orders at a glance" tabs={tabs}>
      {!hasSideBar && <OrderRevenue />}
    </StateTabs>
  );
}

/** What all orders came to, for whoever sees reports: beside the title where there is room, else at the end of the strip. */
export function OrderRevenue() {
  const { data: stats } = useOrderStats();
  if (!useMay('see_reports')) return null;
  return (
    <p className="ml-auto px-4 text-right text-xs whitespace-nowrap text-muted tabular-nums">
      <span className="block">
        Revenue of all time <strong className="font-medium text-ink">{stats ? formatPrice(stats.totalRevenue) : '–'}</strong>
      </span>
      <span className="block">
        Average order <strong className="font-medium text-ink">{stats ? formatPrice(stats.averageOrderValue) : '–'}</strong>,
        without cancelled ones
      </span>
    </p>
  );
}
