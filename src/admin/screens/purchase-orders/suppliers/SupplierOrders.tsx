import { PURCHASE_ORDER_STATUS_LABELS } from '#admin/data/purchase-orders/statuses.ts';
import { formatDay } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { Link } from '#admin/platform/Link.tsx';
import type { SupplierDetails } from '#domain/suppliers/contract.ts';

/** The purchase orders of a supplier, with what came of each. A deleted one has no page any more. */
export function SupplierOrders({ orders }: Pick<SupplierDetails, 'orders'>) {
  return (
    <section aria-label="Purchase orders" className="panel mt-6 px-4 sm:px-5">
      <ul className="divide-y divide-line">
        {orders.map(({ id, orderNumber, status, value, datedAt, isArchived }) => (
          <li key={id} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            {isArchived ? (
              <span className="text-muted">{orderNumber}, deleted</span>
            ) : (
              <Link href={`/admin/purchase-orders/${orderNumber}`} className="quiet-link">
                {orderNumber}
              </Link>
            )}
            <span className="min-w-0 grow text-sm text-muted">{formatDay(datedAt)}</span>
            <span className="tabular-nums">{formatPrice(value)} received</span>
            <StatusBadge label={PURCHASE_ORDER_STATUS_LABELS[status]} />
          </li>
        ))}
      </ul>
    </section>
  );
}
