import { formatCount } from '#admin/kit/formats.ts';
import { changed } from '#admin/kit/list-filters.ts';
import { ORDER_STATUSES, textsOf } from '#admin/kit/status-labels.ts';
import { Link } from '#admin/platform/Link.tsx';
import { formatPrice } from '#shared/money.ts';
import { type OrderFilters, orders, useOrderStats } from './orders.ts';

/** Orders of all time by status, and those that came back, each linked to its list with the other filters kept, and the revenue. */
export function OrderStatsStrip({ filters }: { filters: OrderFilters }) {
  const { data: stats } = useOrderStats();
  const figures = [
    { status: undefined, work: undefined, label: 'All orders, all time', count: stats?.totalOrders },
    ...[...textsOf(ORDER_STATUSES)].map(([status, label]) => ({
      status,
      work: undefined,
      label,
      count: stats?.statusCounts[status],
    })),
    { status: undefined, work: 'returned' as const, label: 'Returned', count: stats?.returned },
  ];

  return (
    <section aria-label="Orders at a glance" className="panel mb-3 flex items-center overflow-x-auto lg:mb-4">
      <ul className="flex">
        {figures.map(({ status, work, label, count }) => (
          <li key={label} className="border-r border-line">
            <Link
              href={`/admin/orders${orders.filters.write(changed(filters, { status, work }))}`}
              aria-current={filters.status === status && filters.work === work ? 'true' : undefined}
              className="stat"
            >
              <span className="text-xs whitespace-nowrap text-muted">{label}</span>
              <span className="font-serif text-xl leading-none lining-nums tabular-nums">
                {count === undefined ? '–' : formatCount(count)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="ml-auto px-4 text-right text-xs whitespace-nowrap text-muted">
        <span className="block">
          Revenue of all time <strong className="font-medium text-ink">{stats ? formatPrice(stats.totalRevenue) : '–'}</strong>
        </span>
        <span className="block">
          Average order <strong className="font-medium text-ink">{stats ? formatPrice(stats.averageOrderValue) : '–'}</strong>,
          without cancelled ones
        </span>
      </p>
    </section>
  );
}
