import { DELIVERY, SHOP } from './built-settings.ts';

/**
 * What this shop is called, promises and can be reached by, as the pages were built with it. Every text that quotes one of these
 * reads it from here; the owner changes them in Settings. Server code reads the row itself: `currentSettings()`.
 */
export { DELIVERY, SHOP };

/** Delivery for a subtotal in rupees; an empty cart ships for nothing. */
export function shippingFor(subtotal: number, { freeFrom, fee } = DELIVERY): number {
  return subtotal === 0 || subtotal >= freeFrom ? 0 : fee;
}
