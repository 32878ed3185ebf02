/** The shop's country. Not settings, because prices, calendar and couriers all assume Pakistan. */
export const CURRENCY = 'PKR';
export const LOCALE = 'en-PK';
export const TIME_ZONE = 'Asia/Karachi';
