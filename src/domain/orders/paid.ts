import type { Paid } from './paid-contract.ts';

interface PaidOrder {
  paid?: Paid | undefined;
  status: string;
  totalAmount: number;
}

/** What riders ask for at the door, in rupees: the one figure that slip, page, mail and lists show. Of a delivered order, what nobody has received. */
export function dueOnDelivery({ paid: sums, status, totalAmount }: PaidOrder): number {
  if (sums) return sums.due;
  return status === 'delivered' || status === 'cancelled' ? 0 : totalAmount;
}

/** What was received for an order and did not go back, in rupees. */
export function receivedOf({ paid: sums, status, totalAmount }: PaidOrder): number {
  if (sums) return sums.advance + sums.credit + sums.collected - sums.refunded;
  return status === 'delivered' ? totalAmount : 0;
}

/** What would be due of an open order with another total, in whole rupees, and what of the money it has would be too much. */
export function dueWith(total: number, { paid: sums }: Pick<PaidOrder, 'paid'>): { due: number; toRefund: number } {
  const rest = sums ? total - sums.advance - sums.credit + sums.refunded : total;
  return { due: Math.floor(Math.max(0, rest)), toRefund: Math.max(0, -rest) };
}
