import type { Order } from '#shared/schemas/orders.ts';
import { lineTotal } from './order-labels.ts';

/** The sums of a packing slip, in rupees. What its lines come to, with delivery, is its total. */
export interface SlipFigures {
  lines: number[];
  subtotal: number;
  delivery: number;
  total: number;
  /** What the rider asks for at the door. */
  toCollect: number;
}

type Priced = Pick<Order, 'items' | 'subtotal' | 'shipping' | 'totalAmount' | 'paymentStatus' | 'status'>;

/** Nothing is collected for what has been paid, nor for an order that is not to be handed over. */
export function slipFigures({ items, subtotal, shipping, totalAmount, paymentStatus, status }: Priced): SlipFigures {
  const isSettled = paymentStatus === 'paid' || status === 'cancelled';
  return {
    lines: items.map(lineTotal),
    subtotal,
    delivery: shipping,
    total: totalAmount,
    toCollect: isSettled ? 0 : totalAmount,
  };
}
