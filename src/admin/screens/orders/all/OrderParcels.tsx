import { SHIPMENT_STATUS_LABELS } from '#admin/data/shipments/statuses.ts';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { Link } from '#admin/platform/Link.tsx';
import type { Order } from '#domain/orders/contract.ts';

/** The shipments of an order, each linked. */
export function OrderParcels({ shipments }: Pick<Order, 'shipments'>) {
  if (shipments.length === 0) return null;
  return (
    <section aria-label="Shipments" className="panel px-4 sm:px-5">
      <ul className="divide-y divide-line">
        {shipments.map(({ id, shipmentNumber, status, carrier, trackingNumber }) => (
          <li key={id} className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <Link href={`/admin/shipments/${shipmentNumber}`} className="quiet-link">
              {shipmentNumber}
            </Link>
            <span className="min-w-0 grow text-sm break-words text-muted">
              {[carrier, trackingNumber].filter(Boolean).join(' · ') || 'No tracking number'}
            </span>
            <StatusBadge label={SHIPMENT_STATUS_LABELS[status]} />
          </li>
        ))}
      </ul>
    </section>
  );
}
