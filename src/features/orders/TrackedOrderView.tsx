import type { ReactNode } from 'react';
import { formatDay, shipmentStatusLabel } from '#domain/orders/labels.ts';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import { isUnshipped } from '#domain/orders/status.ts';
import { type OrderSum, orderSums, paidSums, takenOff, taxSums } from '#domain/orders/sums.ts';
import type { TrackedOrder } from '#domain/orders/tracking-contract.ts';
import { whatComesNext } from '#domain/orders/what-comes-next.ts';
import { orderPath } from '#features/shopper/page-keys.ts';
import { OrderItems } from './OrderItems.tsx';
import { StatusTimeline } from './StatusTimeline.tsx';

/** A tracked order; its own page knows more of it. */
type Shown = TrackedOrder & Partial<Pick<OrderPage, 'deliveryQuestion' | 'reviewToken' | 'subtotal' | 'shipping'>>;

interface Props {
  order: Shown;
  /** What a printed order begins with. */
  letterhead?: ReactNode;
}

/** A tracked order. Printed, it is its receipt. */
export function TrackedOrderView({ order, letterhead }: Props) {
  const next = whatComesNext(order);
  return (
    <section
      aria-labelledby="tracked-title"
      data-receipt
      className="space-y-8 rounded-sm border border-line bg-white px-5 py-7 sm:px-8"
    >
      {letterhead}
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="tracked-title" className="text-2xl">
          Order {order.orderNumber}
        </h2>
        <p className="text-sm text-muted">Placed on {formatDay(order.createdAt)}</p>
      </header>
      {order.mergedInto ? (
        <p className="rounded-sm bg-cream px-4 py-3">
          Its pieces come with your order{' '}
          <a href={orderPath(order.mergedInto)} className="font-medium underline underline-offset-4">
            {order.mergedInto}
          </a>
          , in one parcel: you pay once, there.
        </p>
      ) : (
        <div className="print:hidden">
          <StatusTimeline order={order} />
        </div>
      )}
      {next && <p className="rounded-sm bg-cream px-4 py-3 print:hidden">{next}</p>}
      {order.mergedFrom.length > 0 && (
        <p className="rounded-sm bg-cream px-4 py-3">
          With the pieces of {order.mergedFrom.join(' and ')}: everything comes in one parcel.
        </p>
      )}
      <OrderItems items={order.items} sums={sumsOf(order)} reviewToken={order.reviewToken} />
      {!order.isCollected && <Shipments order={order} />}
    </section>
  );
}

/** Delivery and pieces apart, and the total with both, where only that is known. */
function sumsOf({ subtotal, shipping, ...order }: Shown): OrderSum[] {
  if (subtotal !== undefined && shipping !== undefined) return orderSums({ ...order, subtotal, shipping });
  const off = takenOff(order);
  const name = order.discountCode ? `Discount (${order.discountCode})` : 'Discount';
  return [
    ...(off > 0 ? [{ kind: 'discount' as const, name, rupees: -off }] : []),
    ...(order.giftWrap ? [{ kind: 'wrap' as const, name: 'Gift wrap', rupees: order.giftWrap }] : []),
    { kind: 'total', name: order.isCollected ? 'Total' : 'Total with delivery', rupees: order.totalAmount },
    ...taxSums(order),
    ...paidSums(order),
  ];
}

function Shipments({ order }: { order: TrackedOrder }) {
  if (order.shipments.length === 0) {
    return isUnshipped(order) ? (
      <p className="text-sm text-ink-soft">Your parcel has not left yet. Its carrier and tracking number will appear here.</p>
    ) : null;
  }
  return (
    <div>
      <h3 className="mb-2 text-xl">Shipments</h3>
      <ul className="space-y-3">
        {order.shipments.map((shipment) => (
          <li key={shipment.shipmentNumber} className="bg-cream p-4 text-sm">
            <p className="flex flex-wrap justify-between gap-x-4 font-medium">
              <span>{shipment.shipmentNumber}</span>
              <span className="text-gold-deep">{shipmentStatusLabel(shipment.status)}</span>
            </p>
            <dl className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
              <Fact name="Carrier" text={shipment.carrier} />
              <Fact name="Tracking number" text={shipment.trackingNumber} />
              <Fact name="Shipped" text={formatDay(shipment.shippedDate)} />
              <Fact name="Expected" text={formatDay(shipment.estimatedDeliveryDate)} />
            </dl>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  if (!text) return null;
  return (
    <div className="flex gap-2">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 select-all [overflow-wrap:anywhere]">{text}</dd>
    </div>
  );
}
