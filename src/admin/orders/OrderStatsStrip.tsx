import { formatCount } from '#admin/kit/formats.ts';
import { changed } from '#admin/kit/list-filters.ts';
import { Link } from '#admin/platform/Link.tsx';
import { formatPrice } from '#shared/money.ts';
import type { OrderStatus } from '#shared/schemas/orders.ts';
import { ORDER_STATUSES } from './order-labels.ts';
import { type OrderFilters, orderFilters, useOrderStats } from './orders-api.ts';

/** All orders by status in one row, each figure leading to its orders with the other filters kept, and what they brought in. */
export function OrderStatsStrip({ filters }: { filters: OrderFilters }) {
  const { data: stats } = useOrderStats();
  const figures = [
    { status: undefined, label: 'All orders', count: stats?.totalOrders },
    ...Object.entries(ORDER_STATUSES).map(([status, label]) => ({
      status: status as OrderStatus,
      label,
      count: stats?.statusCounts[status as OrderStatus],
    })),
  ];

  return (
    <section aria-label="Orders at a glance" className="panel mb-3 flex items-center overflow-x-auto lg:mb-4">
      <ul className="flex">
        {figures.map(({ status, label, count }) => (
          <li key={label} className="border-r border-line">
            <Link
              href={`/admin/orders${orderFilters.write(changed(filters, { status }))}`}
              aria-current={filters.status === status ? 'true' : undefined}
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
          Revenue <strong className="font-medium text-ink">{stats ? formatPrice(stats.totalRevenue) : '–'}</strong>
        </span>
        <span className="block">
          Average order <strong className="font-medium text-ink">{stats ? formatPrice(stats.averageOrderValue) : '–'}</strong>,
          without cancelled ones
        </span>
      </p>
    </section>
  );
}
