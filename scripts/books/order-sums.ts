import type { Rows } from './rows.ts';

/** What orders come to, by their lines, what was received for them and not paid back, and what they cost without parcels that came back: by id, in paisas. */
export function sumsOf({ orders, items, payments, shipments }: Rows) {
  const sums = new Map(
    orders.map(({ id, discount, shipping, giftWrap }) => [id, { total: shipping + giftWrap - discount, received: 0 }]),
  );
  for (const { order, price, quantity } of items) {
    const sum = sums.get(order);
    if (sum) sum.total += price * quantity;
  }
  for (const { order, kind, amount, reverses } of payments) {
    const sum = sums.get(order ?? '');
    const sign = (kind === 'refund' ? -1 : 1) * (reverses ? -1 : 1);
    if (sum && ['advance', 'credit_used', 'collected', 'refund'].includes(kind)) sum.received += sign * amount;
  }
  const uncollected = new Map<string, number>();
  for (const [order, parcels] of Map.groupBy(
    shipments.filter(({ isArchived }) => !isArchived),
    ({ order: of }) => of,
  )) {
    const back = parcels.filter(({ status }) => ['failed', 'returned'].includes(status));
    // Where all came back, all is due with the next one.
    if (back.length < parcels.length)
      uncollected.set(
        order,
        back.reduce((sum, { collect }) => sum + (collect ?? 0), 0),
      );
  }
  return new Map(
    orders.map(({ id }) => {
      const { total = 0, received = 0 } = sums.get(id) ?? {};
      return [id, { total, received, cost: total - (uncollected.get(id) ?? 0) }];
    }),
  );
}
