import { formatPrice } from '#domain/money.ts';
import { latestParcel } from '#domain/shipments/status.ts';
import { formatDay } from './labels.ts';
import { dueOnDelivery } from './paid.ts';
import type { OrderStatus } from './status.ts';
import type { TrackedOrder } from './tracking-contract.ts';

/** What the shop or the courier does next with an order in each status; null: nothing. */
const NEXT: Record<OrderStatus, string | null> = {
  pending: 'we confirm your order and pack it',
  processing: 'your parcel goes to the courier',
  shipped: 'the courier brings your parcel',
  delivered: null,
  cancelled: null,
};

/** What happens next with an order, and when, for its shopper; empty when nothing does. */
export function whatComesNext(
  order: Pick<TrackedOrder, 'status' | 'isCollected' | 'shipments' | 'totalAmount' | 'paid' | 'expected'>,
): string {
  const { status, isCollected, shipments } = order;
  const next = NEXT[status];
  if (next === null) return '';
  if (isCollected) return 'Next: we tell you when it is ready to collect.';
  const parcel = latestParcel(shipments);
  const last = shipments[shipments.length - 1];
  if (!parcel && last) {
    return last.status === 'failed'
      ? 'The courier could not deliver your parcel. Next: we call you.'
      : 'Your parcel came back to us. Next: we call you.';
  }
  const due = dueOnDelivery(order);
  const cash = due > 0 ? `Please have ${formatPrice(due)} in cash ready.` : 'Nothing is left to pay.';
  if (parcel?.status === 'out_for_delivery') return `Next: the courier rings at your door today. ${cash}`;
  return [`Next: ${next}.`, sentence(order), status === 'shipped' && cash].filter(Boolean).join(' ');
}

function sentence({ expected }: Pick<TrackedOrder, 'expected'>): string {
  if (!expected) return '';
  const { from, to } = expected;
  return from === to ? `Expected on ${formatDay(to)}.` : `Expected between ${formatDay(from)} and ${formatDay(to)}.`;
}
