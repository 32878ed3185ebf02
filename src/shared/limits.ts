/** Stock at which staff are warned, and at which the warning turns red. */
export const LOW_STOCK = { warning: 10, critical: 5 } as const;

/** Different items a cart may hold, and pieces of one item. */
export const MAX_CART_LINES = 50;
export const MAX_LINE_QUANTITY = 100;

/**
 * Orders that may wait to be confirmed at once. Staff call each customer, so whoever has more has been heard by nobody yet. A family on one phone
 * orders two or three times an evening; a whole office shares an address, and a hostel its computer. Once they are confirmed, they no longer count.
 */
export const OPEN_ORDERS = {
  phone: { perHour: 5, perDay: 10 },
  device: { perHour: 8, perDay: 20 },
  address: { perHour: 15, perDay: 40 },
} as const;

export const MAX_COLORS = 10;
export const MAX_SIZES = 15;

/** Nobody reads and fills in a form faster, even with autofill. */
export const MIN_FILL_MS = 1_000;
