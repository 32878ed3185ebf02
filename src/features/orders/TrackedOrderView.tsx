import { photo } from '#components/photo.ts';
import { formatPrice, roundMoney } from '#domain/money.ts';
import { describeItem, formatDay, shipmentStatusLabel } from '#domain/orders/labels.ts';
import { isUnshipped } from '#domain/orders/status.ts';
import { paidSums, sumText } from '#domain/orders/sums.ts';
import type { TrackedOrder } from '#domain/orders/tracking-contract.ts';
import { type NextFacts, whatComesNext } from '#domain/orders/what-comes-next.ts';
import { orderPath } from '#features/shopper/page-keys.ts';
import { StatusTimeline } from './StatusTimeline.tsx';

/** An order with all that decides what comes next. */
type Shown = TrackedOrder & Pick<NextFacts, 'deliveryQuestion'>;

/** A tracked order. */
export function TrackedOrderView({ order }: { order: Shown }) {
  const next = whatComesNext(order);
  const { discount = 0, deliveryDiscount = 0 } = order;
  const off = discount + deliveryDiscount;
  return (
    <section aria-labelledby="tracked-title" className="space-y-8 rounded-sm border border-line bg-white px-5 py-7 sm:px-8">
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
        <StatusTimeline order={order} />
      )}
      {next && <p className="rounded-sm bg-cream px-4 py-3">{next}</p>}
      {order.mergedFrom.length > 0 && (
        <p className="rounded-sm bg-cream px-4 py-3">
          With the pieces of {order.mergedFrom.join(' and ')}: everything comes in one parcel.
        </p>
      )}
      <div>
        <h3 className="mb-2 text-xl">Items</h3>
        <ul className="divide-y divide-line border-y border-line">
          {order.items.map((item) => (
            <li key={`${item.productName} ${describeItem(item)}`} className="flex items-center gap-4 py-4">
              <img
                {...photo(item.productImage ?? '', { widths: [64, 128, 192], sizes: '64px' })}
                alt=""
                className="size-16 shrink-0 bg-sand object-cover"
              />
              <div className="min-w-0 grow">
                <p className="font-serif text-lg leading-snug break-words">{item.productName}</p>
                <p className="text-sm break-words text-muted">{describeItem(item)}</p>
              </div>
              <p className="shrink-0 text-sm tabular-nums">{formatPrice(roundMoney(item.price * item.quantity))}</p>
            </li>
          ))}
        </ul>
        {off > 0 && (
          <p className="flex items-baseline justify-between gap-4 pt-4 text-sm">
            <span className="break-words">Discount{order.discountCode && ` (${order.discountCode})`}</span>
            <span className="tabular-nums">−{formatPrice(off)}</span>
          </p>
        )}
        {order.giftWrap && (
          <p className="flex items-baseline justify-between gap-4 pt-4 text-sm">
            <span>Gift wrap</span>
            <span className="tabular-nums">{formatPrice(order.giftWrap)}</span>
          </p>
        )}
        <p className="flex items-baseline justify-between gap-4 pt-4 font-medium">
          <span>Total {!order.isCollected && <span className="text-sm font-normal text-muted">with delivery</span>}</span>
          <span className="font-serif text-2xl lining-nums">{formatPrice(order.totalAmount)}</span>
        </p>
        {paidSums(order).map((sum) => (
          <p
            key={sum.name}
            className={`flex items-baseline justify-between gap-4 pt-2 ${sum.kind === 'due' ? 'font-medium' : 'text-sm'}`}
          >
            <span>{sum.name}</span>
            <span className="tabular-nums">{sumText(sum)}</span>
          </p>
        ))}
      </div>
      {!order.isCollected && <Shipments order={order} />}
    </section>
  );
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
