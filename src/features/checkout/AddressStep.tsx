import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Field } from '#components/Field.tsx';
import { $deliveryCity, type DeliveryCity } from '#features/shopper/delivery-city.ts';
import { countries } from '#shared/countries.ts';
import { daysTo, formatDeliveryDays } from '#shared/delivery-days.ts';
import type { CheckoutForm } from './checkout-form.ts';
import { $form, setField } from './checkout-store.ts';
import { TypedField } from './TypedField.tsx';

type Cities = typeof import('#shared/cities.ts');

export function AddressStep() {
  const form = useStore($form);
  const [cities, setCities] = useState<Cities>();
  useEffect(() => {
    import('#shared/cities.ts').then((loaded) => {
      // Also when the shopper has gone on meanwhile.
      keepDeliveryCity(loaded, $form.get());
      setCities(loaded);
    }, console.warn);
  }, []);
  const city = cities && deliveryCity(cities, form);
  useEffect(() => {
    if (cities) keepDeliveryCity(cities, form);
  }, [cities, form]);
  const delivery = city && `Delivery to ${city.name}: ${city.days}`;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TypedField
        name="address"
        label="Address"
        autoComplete="address-line1"
        required
        hint="House, street, area"
        className="sm:col-span-2"
      />
      <TypedField
        name="city"
        label="City"
        autoComplete="address-level2"
        list="cities"
        hint={delivery || 'For example Lahore, if it is not in the address.'}
        className="sm:col-span-2"
      />
      <p role="status" className="sr-only">
        {delivery}
      </p>
      <datalist id="cities">
        {cities?.cityNames().map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
      <TypedField name="zipCode" label="Zip code (optional)" autoComplete="postal-code" />
      <Field label="Country">
        {(control) => (
          <select
            {...control}
            name="country"
            autoComplete="country"
            value={form.country}
            onChange={({ target }) => setField('country', target.value)}
            className="field"
          >
            {countries().map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
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
