import { formatPrice } from '#domain/money.ts';
import type { Order } from './contract.ts';
import type { Paid } from './paid.ts';

/** A row of what an order costs, in rupees. The rows above `total` add up to it, and with those below it to `due`. */
export interface OrderSum {
  kind: 'subtotal' | 'discount' | 'shipping' | 'total' | 'paid' | 'due';
  name: string;
  rupees: number;
}

type Priced = Pick<Order, 'subtotal' | 'discount' | 'shipping' | 'deliveryDiscount' | 'discountCode'> & {
  /** Only staff read it. */
  discountReason?: string | undefined;
};

/** What was taken off an order, delivery included. */
export function takenOff({ discount = 0, deliveryDiscount = 0 }: Pick<Priced, 'discount' | 'deliveryDiscount'>): number {
  return discount + deliveryDiscount;
}

/**
 * What an order costs, row by row, for everybody who reads it: the pieces, what is taken off with its code or reason, and only where there is something,
 * delivery as it cost before, the total. What was paid stands below the total, and what is due at the door then.
 */
export function orderSums(order: Priced & { totalAmount: number; paid?: Paid | undefined }): OrderSum[] {
  const { subtotal, shipping, deliveryDiscount = 0, totalAmount } = order;
  const why = order.discountCode ?? order.discountReason;
  const off = takenOff(order);
  return [
    { kind: 'subtotal', name: 'Subtotal', rupees: subtotal },
    ...(off > 0 ? [{ kind: 'discount' as const, name: why ? `Discount (${why})` : 'Discount', rupees: -off }] : []),
    { kind: 'shipping', name: 'Shipping', rupees: shipping + deliveryDiscount },
    { kind: 'total', name: 'Total', rupees: totalAmount },
    ...paidSums(order.paid),
  ];
}

function paidSums(sums: Paid | undefined): OrderSum[] {
  if (!sums) return [];
  const rows: OrderSum[] = [
    { kind: 'paid', name: 'Paid in advance', rupees: -sums.advance },
    { kind: 'paid', name: 'Store credit', rupees: -sums.credit },
    { kind: 'paid', name: 'Paid on delivery', rupees: -sums.collected },
    { kind: 'paid', name: 'Refunded', rupees: sums.refunded },
  ];
  return [...rows.filter(({ rupees }) => rupees !== 0), { kind: 'due', name: 'Due on delivery', rupees: sums.due }];
}

/** A row's rupees as people read them: `Rs. 2,000`, `−Rs. 200`, `Free` for a delivery that costs nothing. */
export function sumText({ kind, rupees }: OrderSum, format = formatPrice): string {
  if (kind === 'shipping' && rupees === 0) return 'Free';
  return rupees < 0 ? `−${format(-rupees)}` : format(rupees);
}
