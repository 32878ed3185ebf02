/** Where the shop sells. No settings: prices, calendar and couriers all assume Pakistan. */
export const CURRENCY = 'PKR';
export const LOCALE = 'en-PK';
export const TIME_ZONE = 'Asia/Karachi';
