import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Field } from '#components/Field.tsx';
import { $deliveryCity } from '#features/shopper/delivery-city.ts';
import { countries } from '#shared/countries.ts';
import { daysTo, formatDeliveryDays } from '#shared/delivery-days.ts';
import { $form, setField } from './checkout-store.ts';
import { TypedField } from './TypedField.tsx';

export function AddressStep() {
  const form = useStore($form);
  const [cities, setCities] = useState<typeof import('#shared/cities.ts')>();
  useEffect(() => {
    import('#shared/cities.ts').then(setCities, console.warn);
  }, []);
  const city = form.country === 'pk' ? cities?.recogniseCity(form.city, form.address) : undefined;
  const days = city && formatDeliveryDays(daysTo(city.zone));
  const name = city?.name;
  const isElsewhere = Boolean(cities && !city && (form.city.trim() || form.country !== 'pk'));
  // Product pages, the cart and the summary beside this form say from now on how long parcels take there, and nothing about a city that
  // this order does not go to.
  useEffect(() => {
    if (name && days) $deliveryCity.set({ name, days });
    else if (isElsewhere) $deliveryCity.set(null);
  }, [name, days, isElsewhere]);
  const delivery = days && `Delivery to ${name}: ${days}`;
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
