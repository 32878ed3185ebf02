// Without the list of all cities (cities.ts), which is 8 KB.

/** How far a city is from the couriers' hubs. It says days alone: delivery costs the same everywhere. */
export type DeliveryZone = 'main' | 'standard' | 'remote';

/** Cities that couriers reach overnight, largest first. */
export const MAIN_CITIES = [
  'Karachi',
  'Lahore',
  'Faisalabad',
  'Rawalpindi',
  'Gujranwala',
  'Peshawar',
  'Multan',
  'Hyderabad',
  'Islamabad',
  'Quetta',
  'Bahawalpur',
  'Sargodha',
  'Sialkot',
  'Sukkur',
  'Abbottabad',
];

/** Working days from the order to the door: fewest and most. */
export interface DeliveryDays {
  from: number;
  to: number;
}

const DAYS_TO: Record<DeliveryZone, DeliveryDays> = {
  main: { from: 2, to: 3 },
  standard: { from: 3, to: 5 },
  remote: { from: 5, to: 7 },
};

/** For a city that nobody has named yet. */
export const ANYWHERE: DeliveryDays = { from: DAYS_TO.main.from, to: DAYS_TO.remote.to };

/** For a city that is none of the main ones. */
export const ELSEWHERE: DeliveryDays = { from: DAYS_TO.standard.from, to: DAYS_TO.remote.to };

/** How long a parcel takes to a zone, or to a city that is not in our list. */
export function daysTo(zone: DeliveryZone = 'standard'): DeliveryDays {
  return DAYS_TO[zone];
}

/** "2–3 working days" */
export function formatDeliveryDays({ from, to }: DeliveryDays): string {
  return `${from}–${to} working days`;
}
