import { formatPrice, roundMoney } from '#domain/money.ts';
import type { Order } from './contract.ts';
import type { Paid } from './paid-contract.ts';
import type { OrderStatus } from './status.ts';

/** A row of what an order costs, in rupees. The rows above `total` add up to it. `paidSums` says what those below it add up to. */
export interface OrderSum {
  kind: 'subtotal' | 'discount' | 'shipping' | 'wrap' | 'total' | 'tax' | 'paid' | 'due';
  name: string;
  rupees: number;
}

type Priced = Pick<
  Order,
  'subtotal' | 'discount' | 'shipping' | 'deliveryDiscount' | 'discountCode' | 'giftWrap' | 'taxPercent'
> & {
  /** Only staff read it. */
  discountReason?: string | undefined;
};

/** What was taken off an order, delivery included. */
export function takenOff({ discount = 0, deliveryDiscount = 0 }: Pick<Priced, 'discount' | 'deliveryDiscount'>): number {
  return discount + deliveryDiscount;
}

/** What of the total is sales tax, where there is any. */
export function taxSums({ taxPercent = 0, totalAmount }: Pick<Order, 'taxPercent' | 'totalAmount'>): OrderSum[] {
  if (taxPercent === 0) return [];
  const rupees = roundMoney((totalAmount * taxPercent) / (100 + taxPercent));
  return [{ kind: 'tax', name: `Of which sales tax ${taxPercent}%`, rupees }];
}

/** What is read of an order to say what was paid of it. */
interface PaidOrder {
  totalAmount: number;
  paid?: Paid | undefined;
  /** Known wherever something may have been paid. */
  status?: OrderStatus | undefined;
  /** Where no rider comes. */
  isCollected?: boolean | undefined;
}

/**
 * What an order costs, row by row, for everybody who reads it: the pieces, what is taken off with its code or reason, and only where there is something,
 * delivery as it cost before, gift wrap, the total. What of it is sales tax and what was paid stand below the total.
 */
export function orderSums(order: Priced & PaidOrder): OrderSum[] {
  const { subtotal, shipping, deliveryDiscount = 0, giftWrap = 0, totalAmount } = order;
  const why = order.discountCode ?? order.discountReason;
  const off = takenOff(order);
  return [
    { kind: 'subtotal', name: 'Subtotal', rupees: subtotal },
    ...(off > 0 ? [{ kind: 'discount' as const, name: why ? `Discount (${why})` : 'Discount', rupees: -off }] : []),
    { kind: 'shipping', name: 'Shipping', rupees: shipping + deliveryDiscount },
    ...(giftWrap > 0 ? [{ kind: 'wrap' as const, name: 'Gift wrap', rupees: giftWrap }] : []),
    { kind: 'total', name: 'Total', rupees: totalAmount },
    ...taxSums(order),
    ...paidSums(order),
  ];
}

/**
 * What was paid, and what that leads to. Until an order is over it is taken off the total, and the last row is what is left: due at the door, paid there, or
 * too much. Once it is cancelled, or something of it went back after its delivery, the rows are the money itself, and add up to what the shop still has.
 */
export function paidSums({ totalAmount, paid, status, isCollected = false }: PaidOrder): OrderSum[] {
  if (!paid) return [];
  const { advance, credit, collected, refunded, due, toRefund, cameBack = 0 } = paid;
  const atDoor = isCollected ? 'at the counter' : 'on delivery';
  const isDelivered = status === 'delivered';
  const received = roundMoney(advance + credit + collected - refunded);
  const owed = roundMoney(totalAmount - cameBack);
  const isOver = status === 'cancelled' || (isDelivered && received < owed && due === 0);
  const sign = isOver ? 1 : -1;
  // Where nothing else happened, what was paid at the door is what the rows above it lead to.
  const isSettled = isDelivered && received === owed;
  // What went back after a part was delivered is not asked for again.
  const askedAgain = Math.max(0, roundMoney(due - (owed - advance - credit - collected)));
  const row = (name: string, rupees: number): OrderSum => ({ kind: 'paid', name, rupees });
  const rows = [
    row('Paid in advance', sign * advance),
    row('Store credit', sign * credit),
    row(`Paid ${atDoor}`, isSettled ? 0 : sign * collected),
    row('Refunded', -sign * (isOver || isDelivered ? refunded : Math.min(refunded, askedAgain))),
    row('Came back, not paid', isOver ? 0 : -cameBack),
  ].filter(({ rupees }) => rupees !== 0);
  if (isSettled) return [...rows, { kind: 'due', name: `Paid ${atDoor}`, rupees: collected }];
  if (isOver && isDelivered) return [...rows, { kind: 'due', name: 'Paid in all', rupees: received }];
  if (status === 'cancelled' || toRefund > 0) return [...rows, { kind: 'due', name: 'To be refunded', rupees: toRefund }];
  return [...rows, { kind: 'due', name: `Due ${atDoor}`, rupees: due }];
}

/** A row's rupees as people read them: `Rs. 2,000`, `−Rs. 200`, `Free` for a delivery that costs nothing. */
export function sumText({ kind, rupees }: OrderSum, format: (rupees: number) => string = formatPrice): string {
  if (kind === 'shipping' && rupees === 0) return 'Free';
  return rupees < 0 ? `−${format(-rupees)}` : format(rupees);
}
