import { useStore } from '@nanostores/react';
import { formatPrice } from '#domain/money.ts';
import { describeItem, formatDay, orderStatusLabels } from '#domain/orders/labels.ts';
import { trackPath } from '#domain/orders/page-link.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import type { DeviceOrder } from '#features/orders/device-orders.ts';
import { $pageKeys, orderPath } from '#features/shopper/page-keys.ts';
import { AddressNotice } from './AddressNotice.tsx';
import type { Account } from './account-store.ts';
import { type ListedOrder, listedOrders } from './listed-orders.ts';
import { OpenOwnOrder } from './OpenOwnOrder.tsx';

const NONE = {};

/** The orders of this device and of the account, each with the way to its page, or where that is not known to its tracking. */
export function OrderHistory({ account, deviceOrders }: { account: Account; deviceOrders: DeviceOrder[] }) {
  const keys = useStore($pageKeys, { ssr: () => NONE });
  const orders = listedOrders(account, deviceOrders);
  const isLoaded = account.kind === 'loaded';
  return (
    <section id="orders" aria-labelledby="orders-title" aria-busy={account.kind === 'loading'} className="scroll-mt-40">
      <h2 id="orders-title" className="text-2xl">
        Order History
      </h2>
      <p className="mb-4 text-sm text-muted">
        {isLoaded ? 'The orders of your account, and those placed on this device.' : 'Orders placed on this device.'}
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
            <HistoryRow key={order.orderNumber} order={order} keys={keys} isProved={isLoaded && account.isProved} />
          ))}
        </ul>
      )}
      {isLoaded && account.totalOrders > account.orders.length && (
        <p className="mt-3 text-sm text-muted">
          Showing the latest {account.orders.length} of {account.totalOrders} orders.
        </p>
      )}
    </section>
  );
}

interface RowProps {
  order: ListedOrder;
  keys: Record<string, string>;
  /** The account's address is proved, so that the shop gives the link. */
  isProved: boolean;
}

function HistoryRow({ order: { id, orderNumber, createdAt, totalAmount, status, items = [] }, keys, isProved }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-4">
      <div className="min-w-0">
        <p className="font-medium">{orderNumber}</p>
        <p className="text-sm text-muted">{formatDay(createdAt)}</p>
        {items.map((item) => (
          <p key={describeItem(item) + item.productName} className="text-sm break-words text-ink-soft">
            {item.productName}, {describeItem(item)}
          </p>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-5">
        {status && <span className={`px-2.5 py-1 text-sm ${BADGE[status]}`}>{orderStatusLabels[status]}</span>}
        <span className="tabular-nums">{formatPrice(totalAmount)}</span>
        {keys[orderNumber] ? (
          <a href={orderPath(orderNumber, keys)} aria-label={`See order ${orderNumber}`} className={LINK}>
            See order
          </a>
        ) : id && isProved ? (
          <OpenOwnOrder id={id} orderNumber={orderNumber} className={LINK} />
        ) : (
          <a href={trackPath(orderNumber)} aria-label={`Track order ${orderNumber}`} className={LINK}>
            Track
          </a>
        )}
      </div>
    </li>
  );
}

const LINK = 'inline-flex min-h-11 items-center text-sm text-gold-deep underline underline-offset-4';

const BADGE: Record<OrderStatus, string> = {
  pending: 'bg-notice',
  processing: 'bg-notice',
  shipped: 'bg-cream text-gold-deep',
  delivered: 'bg-cream text-leaf',
  cancelled: 'bg-blush text-danger',
};
