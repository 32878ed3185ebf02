import { daysTo, formatDeliveryDays } from '#domain/places/delivery-days.ts';
import type { DeliveryCity } from './delivery-city.ts';

/** Loaded when an address is typed. */
export type Cities = typeof import('#domain/places/cities.ts');

/** Where an order goes, as far as it is typed. */
export interface TypedPlace {
  address: string;
  city: string;
  country: string;
}

export interface Place {
  /** Empty until the list has come. */
  names: string[];
  /** The city that was recognised in what is typed. */
  city: DeliveryCity | undefined;
  /** What a misspelt city may be. */
  meant: string | undefined;
}

/** What is recognised in a typed place; nothing until the list of cities has come. */
export function readPlace(cities: Cities | undefined, typed: TypedPlace): Place {
  const city = cities && deliveryCity(cities, typed);
  const meant = typed.country === 'pk' && !city ? cities?.cityMeant(typed.city, typed.address) : undefined;
  return { names: cities?.cityNames() ?? [], city, meant };
}

/** The city that is recognised in a typed place, and how long a parcel takes there. */
export function deliveryCity(cities: Cities, { country, city, address }: TypedPlace): DeliveryCity | undefined {
  const found = country === 'pk' ? cities.recogniseCity(city, address) : undefined;
  return found && { name: found.name, days: formatDeliveryDays(daysTo(found.zone)) };
}

/** How long a parcel takes there, or which city may be meant; empty where neither is known. */
export function placeNote({ city, meant }: Place): string {
  if (meant) return `Did you mean ${meant}?`;
  return city ? `Delivery to ${city.name}: ${city.days}` : '';
}

/** That note above the city's field; a press takes over the city that was meant. */
export function CityHint({ place, otherwise, onMeant }: { place: Place; otherwise: string; onMeant: (city: string) => void }) {
  const { meant } = place;
  if (!meant) return placeNote(place) || otherwise;
  return (
    <button type="button" onClick={() => onMeant(meant)} className="text-link min-h-6 text-ink">
      {placeNote(place)}
    </button>
  );
}
