/** Working days from the order to the door: fewest and most. */
export interface DeliveryDays {
  from: number;
  to: number;
}

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

const MAIN: DeliveryDays = { from: 2, to: 3 };
const ELSEWHERE: DeliveryDays = { from: 3, to: 5 };

/** For an unknown city. */
export const ANYWHERE: DeliveryDays = { from: MAIN.from, to: ELSEWHERE.to };

/** How long a parcel takes to a city; `ANYWHERE` for an empty name. */
export function deliveryDays(city: string): DeliveryDays {
  const named = city.trim().toLowerCase();
  if (!named) return ANYWHERE;
  return MAIN_CITIES.some((known) => known.toLowerCase() === named) ? MAIN : ELSEWHERE;
}

/** "2–3 working days" */
export function formatDeliveryDays({ from, to }: DeliveryDays): string {
  return `${from}–${to} working days`;
}
