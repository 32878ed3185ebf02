/** Stock at which staff are warned, and at which the warning turns red and shoppers read how many are left. */
export const LOW_STOCK = { warning: 10, critical: 5 } as const;

/** Different items a cart may hold, and pieces of one item. */
export const MAX_CART_LINES = 50;
export const MAX_LINE_QUANTITY = 100;

/**
 * The most unconfirmed orders at once. Staff call every customer, so more of them have not been checked by anyone. A family on one phone
 * orders two or three times an evening; an office shares an address, a hostel a computer. Confirmed orders no longer count.
 */
export const OPEN_ORDERS = {
  phone: { perHour: 5, perDay: 10 },
  device: { perHour: 8, perDay: 20 },
  address: { perHour: 15, perDay: 40 },
} as const;

export const MAX_COLORS = 10;
/** What staff can say goes well with a product. */
export const MAX_PICKS = 8;

export const MAX_SIZES = 15;

/** Characters of what an order says of its customer. */
export const MAX_LENGTHS = {
  name: 120,
  email: 254,
  /** Two numbers with brackets, and the invisible marks that chat programs put around them. */
  phone: 80,
  address: 500,
} as const;

/** Nobody reads and fills in a form faster, even with autofill. */
export const MIN_FILL_MS = 1_000;
