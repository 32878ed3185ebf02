import { ABOUT_ADAPTERS } from '#domain/couriers/adapters.ts';
import type { Courier, CourierCheck, NewCourier, ServedCity } from '#domain/couriers/contract.ts';
import { formatClaim } from '#domain/money.ts';

export const TAX_NAMES: Record<NewCourier['taxes'][number]['tax'], string> = {
  gst: 'GST on charges',
  fuel: 'Fuel surcharge',
  income_tax: 'Income tax withheld',
  sales_tax: 'Sales tax withheld',
};

export const TREATMENT_NAMES: Record<NewCourier['taxes'][number]['treatment'], string> = {
  credit: 'Comes back (credit)',
  final: 'Is spent (final)',
};

/** Cities as lines that people can paste: `Lahore = LAHORE | 789 | A`. What is the same or empty is left out. */
export function cityLines(cities: ServedCity[]): string {
  return cities
    .map(({ city, courierName, courierCode, zone }) => {
      const parts = [courierName, courierCode, zone];
      while (parts.length > 1 && !parts[parts.length - 1]) parts.pop();
      return parts.length === 1 && courierName === city ? city : `${city} = ${parts.join(' | ')}`;
    })
    .join('\n');
}

/** What people typed, a city for each line that is not empty. Whether the shop knows it, the schema says. */
export function readCityLines(typed: string): ServedCity[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [city = '', rest = ''] = line.split('=').map((part) => part.trim());
      const [courierName = '', courierCode = '', zone = ''] = rest.split('|').map((part) => part.trim());
      return { city, courierName: courierName || city, courierCode, zone };
    });
}

/** The cities of a courier with those it just named: zones stay, what the courier no longer names goes. */
export function mergedCities(before: ServedCity[], named: ServedCity[]): ServedCity[] {
  const zones = new Map(before.map(({ city, zone }) => [city, zone]));
  return named.map((one) => ({ ...one, zone: zones.get(one.city) ?? '' }));
}

/** How a courier is reached, and what of it is missing. */
export function reachText({ adapter, credentials }: Courier): string {
  if (adapter === 'generic') return 'By files for its portal.';
  const missing = credentials.filter(({ isSet }) => !isSet).map(({ name }) => name);
  if (missing.length === 0) return `By the API of ${ABOUT_ADAPTERS[adapter].name}. Its credentials are set.`;
  return `By the API of ${ABOUT_ADAPTERS[adapter].name}. Not set in the environment: ${missing.join(', ')}.`;
}

/** What it serves and until when it takes parcels. */
export function serviceText({ cities, cutOff }: Courier): string {
  const served =
    cities.length === 0 ? 'Every city' : cities.length === 1 ? '1 city' : `${cities.length.toLocaleString('en')} cities`;
  return `${served} · cut-off ${cutOff}`;
}

/** The price list of a day, in a line. */
export function chargeText({ charges }: Courier, today: string, formatDay: (day: string) => string): string {
  const current = charges.filter(({ validFrom }) => validFrom <= today);
  if (current.length === 0) return charges.length > 0 ? 'Charges begin later' : 'No charges yet';
  const [newest = ''] = current.map(({ validFrom }) => validFrom).sort((one, other) => (one < other ? 1 : -1));
  const lowest = Math.min(...current.filter(({ validFrom }) => validFrom === newest).map(({ charge }) => charge));
  return `From ${formatClaim(lowest)}, as of ${formatDay(newest)}`;
}

export function checkText({ isConnected, problem, cities, otherCities }: CourierCheck): string {
  if (!isConnected) return `Not connected: ${problem}`;
  const other = otherCities > 0 ? ` ${otherCities.toLocaleString('en')} more have names that the shop does not know.` : '';
  return `Connected. It delivers to ${cities.length.toLocaleString('en')} cities that the shop knows.${other}`;
}
