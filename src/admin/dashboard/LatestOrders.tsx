import { formatMoment } from '#admin/kit/formats.ts';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { ORDER_STATUSES } from '#admin/kit/status-labels.ts';
import { formatPrice } from '#shared/money.ts';
import type { Dashboard } from '#shared/schemas/reports.ts';
import { DashboardList, RecordLine } from './DashboardList.tsx';

export function LatestOrders({ orders }: { orders: Dashboard['recentOrders'] }) {
  return (
    <DashboardList
      title="Latest Orders"
      items={orders}
      keyOf={({ id }) => id}
      empty="No orders yet"
      screen={{ href: '/admin/orders', label: 'Orders' }}
    >
      {({ orderNumber, customerName, city, totalAmount, status, createdAt }) => (
        <>
          <RecordLine
            href={`/admin/orders/${orderNumber}`}
            number={orderNumber}
            note={[customerName, city].filter(Boolean).join(', ')}
          />
          <span className="shrink-0 text-right text-sm tabular-nums">
            <span className="block font-medium">{formatPrice(totalAmount)}</span>
            <time dateTime={createdAt} className="block text-muted">
              {formatMoment(createdAt)}
            </time>
          </span>
          <StatusBadge label={ORDER_STATUSES[status]} className="shrink-0 max-sm:hidden" />
        </>
      )}
    </DashboardList>
  );
}
