import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $deliveryCity } from '#features/shopper/delivery-city.ts';
import { type Cities, deliveryCity, type Place, readPlace } from '#features/shopper/typed-place.tsx';
import type { CheckoutForm } from './checkout-form.ts';
import { $form } from './checkout-store.ts';

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
  useEffect(() => {
    if (cities) keepDeliveryCity(cities, form);
  }, [cities, form]);
  return readPlace(cities, form);
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
