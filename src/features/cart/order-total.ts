import { orderTotal } from '#domain/cart/delivery-charge.ts';
import type { CartLine } from './cart-line.ts';
import { subtotalOf } from './cart-store.ts';
import { $delivery } from './current-prices.ts';
import { $discount, discountOf } from './discount.ts';

/** The total shown to the shopper, in rupees. */
export function totalOf(lines: CartLine[], wrap: number, delivery = $delivery.get(), discount = $discount.get()): number {
  return orderTotal(subtotalOf(lines), delivery, discountOf(lines, discount).off) + wrap;
}
