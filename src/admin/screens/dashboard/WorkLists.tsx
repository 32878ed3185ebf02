import { ORDER_STATUS_LABELS } from '#admin/data/orders/statuses.ts';
import { SHIPMENT_STATUS_LABELS } from '#admin/data/shipments/statuses.ts';
import { formatDay, formatMoment, today } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import type { Dashboard, DeskWork } from '#domain/reports/contract.ts';
import { DashboardList, RecordLine, Row } from './DashboardList.tsx';

export function LatestOrders({ orders }: { orders: Dashboard['recentOrders'] }) {
  return (
    <DashboardList title="Latest Orders" empty="No orders yet" href="/admin/orders" link="Orders">
      {orders.map(({ id, orderNumber, customerName, city, totalAmount, status, createdAt }) => (
        <Row key={id}>
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
          <StatusBadge label={ORDER_STATUS_LABELS[status]} className="shrink-0 max-sm:hidden" />
        </Row>
      ))}
    </DashboardList>
  );
}

/** Parcels that should have arrived: somebody calls the courier. */
export function LateParcels({ work: { late, lateCount } }: { work: DeskWork }) {
  return (
    <DashboardList title="Late Parcels" total={lateCount} empty="No parcel is late" href="/admin/shipments" link="Shipments">
      {late.map(({ id, shipmentNumber, recipientName, carrier, status, estimatedDeliveryDate, shippedDate }) => (
        <Row key={id}>
          <RecordLine
            href={`/admin/shipments/${shipmentNumber}`}
            number={shipmentNumber}
            note={[recipientName, carrier].filter(Boolean).join(', ')}
          />
          <span className="shrink-0 text-right text-sm">
            <StatusBadge label={SHIPMENT_STATUS_LABELS[status]} />
            <span className="block text-muted">
              {estimatedDeliveryDate
                ? `Expected ${formatDay(estimatedDeliveryDate)}`
                : shippedDate && `Sent ${formatDay(shippedDate)}`}
            </span>
          </span>
        </Row>
      ))}
    </DashboardList>
  );
}

/** Purchase orders on their way, earliest first; overdue ones are red. */
export function ExpectedDeliveries({ work: { expected, expectedCount } }: { work: DeskWork }) {
  return (
    <DashboardList
      title="Deliveries Expected"
      total={expectedCount}
      empty="No delivery is expected"
      href="/admin/purchase-orders"
      link="Purchase Orders"
    >
      {expected.map(({ id, orderNumber, supplierName, expectedDeliveryDate }) => (
        <Row key={id}>
          <RecordLine href={`/admin/purchase-orders/${orderNumber}`} number={orderNumber} note={supplierName} />
          <span className={`badge shrink-0 ${expectedDeliveryDate < today() ? 'tone-stop' : 'tone-plain'}`}>
            {formatDay(expectedDeliveryDate)}
          </span>
        </Row>
      ))}
    </DashboardList>
  );
}
