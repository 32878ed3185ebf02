import { roundMoney } from '#domain/money.ts';
import type { Settings } from '#domain/settings/contract.ts';

/** The delivery charge for a subtotal, in rupees; none for an empty cart. */
export function deliveryCharge(subtotal: number, { freeFrom, fee }: Settings['delivery']): number {
  return subtotal === 0 || subtotal >= freeFrom ? 0 : fee;
}

/** What an order costs: its subtotal with the delivery charge, less what is taken off. Riders are asked for whole rupees, so paisa are left out. */
export function orderTotal(subtotal: number, delivery: Settings['delivery'], off = 0): number {
  return Math.floor(roundMoney(subtotal + deliveryCharge(subtotal, delivery) - off));
}
