import type { Order } from '#domain/orders/contract.ts';

type Placed = Pick<Order, 'id' | 'createdAt'>;

/** How many of the newest orders came in after `since` and are not in the list; 0 while `since` is unknown. */
export function newOrdersIn(newest: Placed[], listed: Placed[], since: string | undefined): number {
  if (since === undefined) return 0;
  const shown = new Set(listed.map(({ id }) => id));
  return newest.filter(({ id, createdAt }) => createdAt > since && !shown.has(id)).length;
}
