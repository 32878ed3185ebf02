import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { daysTo, formatDeliveryDays } from '#domain/places/delivery-days.ts';
import { $deliveryCity, type DeliveryCity } from '#features/shopper/delivery-city.ts';
import type { CheckoutForm } from './checkout-form.ts';
import { $form } from './checkout-store.ts';

type Cities = typeof import('#domain/places/cities.ts');

export interface Place {
  /** Empty until the list has come. */
  names: string[];
  /** The city that was recognised in what is typed. */
  city: DeliveryCity | undefined;
  /** What a misspelt city may be. */
  meant: string | undefined;
}

/** Where the typed order goes, as far as it is recognised. */
export function usePlace(): Place {
  const form = useStore($form);
  const [cities, setCities] = useState<Cities>();
  useEffect(() => {
    import('#domain/places/cities.ts').then((loaded) => {
      // Also when the shopper has gone on meanwhile.
      keepDeliveryCity(loaded, $form.get());
      setCities(loaded);
    }, console.warn);
  }, []);
  const city = cities && deliveryCity(cities, form);
  useEffect(() => {
    if (cities) keepDeliveryCity(cities, form);
  }, [cities, form]);
  const meant = form.country === 'pk' && !city ? cities?.cityMeant(form.city, form.address) : undefined;
  return { names: cities?.cityNames() ?? [], city, meant };
}

function deliveryCity(cities: Cities, { country, city, address }: CheckoutForm): DeliveryCity | undefined {
  const found = country === 'pk' ? cities.recogniseCity(city, address) : undefined;
  return found && { name: found.name, days: formatDeliveryDays(daysTo(found.zone)) };
}

/**
 * Has product pages, the cart and the summary beside this form say from now on how long parcels take there, and nothing about a city that this order does not
 * go to.
 */
function keepDeliveryCity(cities: Cities, form: CheckoutForm): void {
  const city = deliveryCity(cities, form);
  const known = $deliveryCity.get();
  if (city && (city.name !== known?.name || city.days !== known.days)) $deliveryCity.set(city);
  else if (!city && (form.city.trim() || form.country !== 'pk')) $deliveryCity.set(null);
}
