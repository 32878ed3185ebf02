/** What this shop is called, promises and can be reached by. Every text that quotes one of these reads it from here. */
export const SHOP = {
  name: 'Naqsh',
  legalName: 'Naqsh Jewellery',
  tagline: 'Artificial jewellery, made to be remembered',
  founded: 2019,
  currency: 'PKR',
  locale: 'en-PK',
  timeZone: 'Asia/Karachi',
  returnDays: 30,
  phone: '+92 300 1234567',
  whatsapp: '923001234567',
  email: 'care@naqsh.example',
  instagram: 'https://www.instagram.com/',
  facebook: 'https://www.facebook.com/',
} as const;

/** The one delivery rule: rupees of subtotal from which delivery is free, and the flat charge below that. */
export const DELIVERY = { freeFrom: 2999, fee: 200 } as const;

/** Stock at which staff are warned, and at which the warning turns red. */
export const LOW_STOCK = { warning: 10, critical: 5 } as const;

/** Different items a cart may hold, and pieces of one item. */
export const MAX_CART_LINES = 50;
export const MAX_LINE_QUANTITY = 100;

export const MAX_COLORS = 10;
export const MAX_SIZES = 15;

/** Delivery for a subtotal in rupees; an empty cart ships for nothing. */
export function shippingFor(subtotal: number): number {
  return subtotal === 0 || subtotal >= DELIVERY.freeFrom ? 0 : DELIVERY.fee;
}
