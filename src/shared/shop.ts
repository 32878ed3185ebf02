import { DELIVERY, SHOP } from './built-settings.ts';

/**
 * Name, contact and delivery rule as the pages were built with them; the owner changes them in Settings.
 * Server code asks `currentSettings()` instead.
 */
export { DELIVERY, SHOP };

/** The delivery charge for a subtotal, in rupees; none for an empty cart. */
export function shippingFor(subtotal: number, { freeFrom, fee } = DELIVERY): number {
  return subtotal === 0 || subtotal >= freeFrom ? 0 : fee;
}
