import { Section } from '#admin/kit/charts/Section.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { ORDER_STATUSES, STATUS_TONES } from '#admin/orders/order-labels.ts';
import { Link } from '#admin/platform/Link.tsx';
import { formatPrice } from '#shared/money.ts';
import type { Dashboard } from '#shared/schemas/reports.ts';

/** The orders that came last, each leading to itself. */
export function LatestOrders({ orders }: { orders: Dashboard['recentOrders'] }) {
  return (
    <Section
      title="Latest Orders"
      isEmpty={orders.length === 0}
      empty="No orders yet"
      action={
        <Link href="/admin/orders" className="quiet-link">
          Orders
        </Link>
      }
    >
      <ul className="panel grow divide-y divide-line px-4 sm:px-5">
        {orders.map(({ id, orderNumber, customerName, city, totalAmount, status, createdAt }) => (
          <li key={id} className="flex min-h-14 items-center gap-4 py-2">
            <span className="min-w-0 grow">
              <Link href={`/admin/orders/${orderNumber}`} className="entry-link inline-block py-0.5 font-medium">
                {orderNumber}
              </Link>
              <span className="block truncate text-sm text-muted">{[customerName, city].filter(Boolean).join(', ')}</span>
            </span>
            <span className="shrink-0 text-right text-sm tabular-nums">
              <span className="block font-medium">{formatPrice(totalAmount)}</span>
              <time dateTime={createdAt} className="block text-muted">
                {formatMoment(createdAt)}
              </time>
            </span>
            <span className={`badge shrink-0 max-sm:hidden ${STATUS_TONES[status]}`}>{ORDER_STATUSES[status]}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
