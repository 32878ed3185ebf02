import { ORDER_STATUS_LABELS } from '#admin/data/orders/statuses.ts';
import { RETURN_STATE_LABELS } from '#admin/data/returns/labels.ts';
import { SHIPMENT_STATUS_LABELS } from '#admin/data/shipments/statuses.ts';
import { formatCount, formatDay } from '#admin/kit/formats.ts';
import { Price } from '#admin/kit/Price.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import type { StatusLabel } from '#admin/kit/status-labels.ts';
import { Link } from '#admin/platform/Link.tsx';
import type { CustomerDetails } from '#domain/customers/contract.ts';
import { returnKindLabels } from '#domain/returns/choices.ts';

/** A customer's orders, each with its parcels and what was asked to come back of it. */
export function CustomerOrders({ customer: { id, orders, parcels, returns, record } }: { customer: CustomerDetails }) {
  return (
    <section aria-label="Orders" className="panel px-4 sm:px-5">
      {record.orders > orders.length && (
        <p className="flex flex-wrap items-center gap-x-3 border-b border-line text-sm">
          The latest {formatCount(orders.length)} of {formatCount(record.orders)} orders.
          <Link href={`/admin/orders?customerId=${id}`} className="quiet-link">
            All of them
          </Link>
        </p>
      )}
      {orders.length === 0 && (
        <p className="py-4 text-sm text-muted">No orders: they were deleted, or now belong to somebody else.</p>
      )}
      <ul className="divide-y divide-line">
        {orders.map(({ id: orderId, orderNumber, status, totalAmount, createdAt }) => (
          <li key={orderId} className="py-1">
            <p className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
              <Link href={`/admin/orders/${orderNumber}`} className="quiet-link">
                {orderNumber}
              </Link>
              <span className="min-w-0 grow text-sm text-muted">{formatDay(createdAt)}</span>
              <span className="tabular-nums">
                <Price of={totalAmount} />
              </span>
              <StatusBadge label={ORDER_STATUS_LABELS[status]} />
            </p>
            {ofOrder(parcels, orderNumber).map(
              ({ id: parcelId, shipmentNumber, carrier, trackingNumber, status: parcelStatus }) => (
                <Part
                  key={parcelId}
                  name={shipmentNumber}
                  href={`/admin/shipments/${shipmentNumber}`}
                  facts={[carrier, trackingNumber].filter(Boolean).join(' · ') || 'No tracking number'}
                  status={SHIPMENT_STATUS_LABELS[parcelStatus]}
                />
              ),
            )}
            {ofOrder(returns, orderNumber).map(({ id: requestId, returnNumber, kind, state, createdAt: askedAt }) => (
              <Part
                key={requestId}
                name={returnNumber}
                href={`/admin/returns/${returnNumber}`}
                facts={`${returnKindLabels[kind]} · ${formatDay(askedAt)}`}
                status={RETURN_STATE_LABELS[state]}
              />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What of a list belongs to an order; nothing for whoever may not see the list. */
function ofOrder<Item extends { orderNumber: string }>(list: { items: Item[] } | null, orderNumber: string): Item[] {
  return list?.items.filter((item) => item.orderNumber === orderNumber) ?? [];
}

/** A parcel or a return, below its order. */
function Part({ name, href, facts, status }: { name: string; href: string; facts: string; status: StatusLabel }) {
  return (
    <p className="flex min-h-9 flex-wrap items-center gap-x-3 border-l-2 border-line pl-3 text-sm">
      <Link href={href} className="inline-flex min-h-9 items-center text-gold-deep underline decoration-gold underline-offset-4">
        {name}
      </Link>
      <span className="min-w-0 grow break-words text-muted">{facts}</span>
      <StatusBadge label={status} />
    </p>
  );
}
