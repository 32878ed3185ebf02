import { cityNames, deliveryDays } from './cities.ts';

/** The most working days that a parcel takes to each city. */
export const DAYS_BY_CITY = Object.fromEntries(cityNames().map((city) => [city, deliveryDays(city).to]));
