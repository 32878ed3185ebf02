import { formatCount } from '#admin/kit/formats.ts';
import { Link } from '#admin/shell/Link.tsx';
import { formatPrice } from '#shared/money.ts';
import type { OrderStatus } from '#shared/schemas/order.ts';
import { ORDER_STATUSES } from './order-words.ts';
import { orderFilters, useOrderStats } from './orders-api.ts';

/** All orders by status, each figure leading to its orders, and what they brought in. */
export function OrderStatsStrip({ status: shown }: { status: OrderStatus | undefined }) {
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
    <section aria-label="Orders at a glance" className="panel mb-5 overflow-hidden">
      <ul className="grid grid-cols-3 gap-px bg-line md:grid-cols-6">
        {figures.map(({ status, label, count }) => (
          <li key={label} className="bg-white">
            <Link
              href={`/admin/orders${orderFilters.write({ ...orderFilters.none, status })}`}
              aria-current={shown === status ? 'true' : undefined}
              className="stat"
            >
              <span className="text-xs text-muted">{label}</span>
              <span className="font-serif text-2xl leading-none lining-nums tabular-nums">
                {count === undefined ? '–' : formatCount(count)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-4 py-2.5 text-sm text-muted">
        Revenue{' '}
        <strong className="font-medium whitespace-nowrap text-ink">{stats ? formatPrice(stats.totalRevenue) : '–'}</strong>
        {' · '}
        Average order{' '}
        <strong className="font-medium whitespace-nowrap text-ink">{stats ? formatPrice(stats.averageOrderValue) : '–'}</strong>
        <span className="max-sm:hidden"> · without cancelled ones</span>
      </p>
    </section>
  );
}
