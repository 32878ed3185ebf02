import { progressOf } from '#admin/data/packing/packing-state.ts';
import { formatDaysAgo } from '#admin/kit/formats.ts';
import { countText } from '#admin/kit/outcome-text.ts';
import { Link } from '#admin/platform/Link.tsx';
import type { Packing } from '#domain/packing/contract.ts';
import { pathOf } from './read-code.ts';

/** The orders to pack, the oldest first, for whoever has no slip in the hand. */
export function OrdersToPack({ orders }: { orders: Packing[] }) {
  if (orders.length === 0) return <p className="panel px-4 py-8 text-center text-muted">Everything is packed.</p>;
  return (
    <section aria-label="Orders to pack">
      <p className="mb-2 text-sm text-muted">
        {countText('order', orders.length)} without all pieces in, parcels with a label included, the oldest first
      </p>
      <ul className="panel divide-y divide-line">
        {orders.map((order) => {
          const { packed, ordered } = progressOf(order);
          return (
            <li key={order.orderId}>
              <Link
                href={pathOf(order)}
                className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-cream"
              >
                <span className="min-w-0">
                  <span className="font-medium">{order.orderNumber}</span>{' '}
                  <span className="text-sm text-muted">{formatDaysAgo(order.placedAt)}</span>
                </span>
                <span className="text-sm tabular-nums">
                  {stateOf(order) && <span className="text-danger">{stateOf(order)} · </span>}
                  {packed === 0 ? countText('piece', ordered) : `${packed} of ${ordered} in`}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function stateOf(order: Packing): string {
  if (order.surplus.length > 0) return 'Too many in';
  const { packed, ordered } = progressOf(order);
  return order.lacksPhoto && packed === ordered ? 'Photo missing' : '';
}
