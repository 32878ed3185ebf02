/** In the order an order usually takes them, which is how lists sort them. */
export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

interface State {
  /** Something is left to do. Cancelling or deleting such an order returns its stock. */
  isOpen: boolean;
  /** Nothing has left the house. */
  isUnshipped: boolean;
}

const STATES: Record<OrderStatus, State> = {
  pending: { isOpen: true, isUnshipped: true },
  processing: { isOpen: true, isUnshipped: true },
  shipped: { isOpen: true, isUnshipped: false },
  delivered: { isOpen: false, isUnshipped: false },
  cancelled: { isOpen: false, isUnshipped: false },
};

/** Whether something is left to do: the order is neither delivered nor cancelled. */
export function isOpen({ status }: { status: OrderStatus }): boolean {
  return STATES[status].isOpen;
}

/** Whether an order is open and nothing of it has been handed over yet. It may be packed: that is when it has a parcel. */
export function isUnshipped({ status }: { status: OrderStatus }): boolean {
  return STATES[status].isUnshipped;
}

/** Whether nobody has packed an order, so that its items, address and phone may still change. */
export function isUnpacked(order: { status: OrderStatus; shipments: readonly unknown[] }): boolean {
  return isUnshipped(order) && order.shipments.length === 0;
}
