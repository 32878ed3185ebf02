import { formatPrice } from '#domain/money.ts';
import type { Order } from '#domain/orders/contract.ts';
import { describeItem, formatDay, orderStatusLabels } from '#domain/orders/labels.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import type { DeviceOrder } from '#features/orders/device-orders.ts';
import { AddressNotice } from './AddressNotice.tsx';
import type { Account } from './account-store.ts';

interface Listed extends Pick<Order, 'orderNumber' | 'createdAt' | 'totalAmount'> {
  /** Known only for the orders of a signed-in shopper. */
  status?: OrderStatus;
  items?: string[];
}

/** The account's orders when signed in, otherwise the orders placed on this device. */
export function OrderHistory({ account, deviceOrders }: { account: Account; deviceOrders: DeviceOrder[] }) {
  const orders = listed(account, deviceOrders);
  return (
    <section id="orders" aria-labelledby="orders-title" aria-busy={account.kind === 'loading'} className="scroll-mt-40">
      <h2 id="orders-title" className="text-2xl">
        Order History
      </h2>
      <p className="mb-4 text-sm text-muted">
        {account.kind === 'loaded' ? 'The orders of your account.' : 'Orders placed on this device.'}
      </p>
      {account.kind === 'loaded' && !account.isProved && <AddressNotice email={account.email} />}
      {account.kind === 'unreachable' && <p className="mb-4 bg-notice px-4 py-3 text-sm">{account.text}</p>}
      {account.kind === 'loading' && <div aria-hidden="true" className="skeleton h-32" />}
      {account.kind !== 'loading' && orders.length === 0 && (
        <p className="border-y border-line py-6 text-ink-soft">
          No orders yet.{' '}
          <a href="/products" className="text-link">
            Start Shopping
          </a>
        </p>
      )}
      {orders.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {orders.map((order) => (
            <HistoryRow key={order.orderNumber} order={order} />
          ))}
        </ul>
      )}
      {account.kind === 'loaded' && account.totalOrders > orders.length && (
        <p className="mt-3 text-sm text-muted">
          Showing the latest {orders.length} of {account.totalOrders} orders.
        </p>
      )}
    </section>
  );
}

function listed(account: Account, deviceOrders: DeviceOrder[]): Listed[] {
  if (account.kind === 'loading') return [];
  if (account.kind !== 'loaded') return deviceOrders;
  return account.orders.map(({ orderNumber, createdAt, totalAmount, status, items }) => ({
    orderNumber,
    createdAt,
    totalAmount,
    status,
    items: items.map((item) => `${item.productName}, ${describeItem(item)}`),
  }));
}

function HistoryRow({ order }: { order: Listed }) {
  const { orderNumber, createdAt, totalAmount, status, items = [] } = order;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-4">
      <div className="min-w-0">
        <p className="font-medium">{orderNumber}</p>
        <p className="text-sm text-muted">{formatDay(createdAt)}</p>
        {items.map((item) => (
          <p key={item} className="text-sm break-words text-ink-soft">
            {item}
          </p>
        ))}
      </div>
      <div className="flex items-center gap-5">
        {status && <span className={`px-2.5 py-1 text-sm ${BADGE[status]}`}>{orderStatusLabels[status]}</span>}
        <span className="tabular-nums">{formatPrice(totalAmount)}</span>
        <a
          href={`/track?orderNumber=${encodeURIComponent(orderNumber)}`}
          aria-label={`Track order ${orderNumber}`}
          className="inline-flex min-h-11 items-center text-sm text-gold-deep underline underline-offset-4"
        >
          Track
        </a>
      </div>
    </li>
  );
}

const BADGE: Record<OrderStatus, string> = {
  pending: 'bg-notice',
  processing: 'bg-notice',
  shipped: 'bg-cream text-gold-deep',
  delivered: 'bg-cream text-leaf',
  cancelled: 'bg-blush text-danger',
};
