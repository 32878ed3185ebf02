import { useEffect, useState } from 'react';
import { Field } from '#components/Field.tsx';
import { type Cities, CityHint, placeNote, readPlace } from '#features/shopper/typed-place.tsx';

/** Address and city, typed anew, with the checkout's help for places: which city was meant, and how long a parcel takes there. */
export function CorrectedPlace({ errors }: { errors: { customerAddress?: string | undefined; city?: string | undefined } }) {
  const [address, setAddress] = useState('');
  const [city, setCity] = useState('');
  const [cities, setCities] = useState<Cities>();
  useEffect(() => {
    import('#domain/places/cities.ts').then((loaded) => setCities(loaded), console.warn);
  }, []);
  const place = readPlace(cities, { address, city, country: 'pk' });
  return (
    <>
      <Field
        label="Address"
        hint="Please type all of it: house, street, area"
        error={errors.customerAddress}
        className="sm:col-span-2"
      >
        {(control) => (
          <input
            {...control}
            name="customerAddress"
            autoComplete="address-line1"
            value={address}
            onChange={({ target }) => setAddress(target.value)}
            className="field"
          />
        )}
      </Field>
      <Field
        label="City"
        hint={<CityHint place={place} otherwise="For example Lahore, if it is not in the address." onMeant={setCity} />}
        error={errors.city}
        className="sm:col-span-2"
      >
        {(control) => (
          <input
            {...control}
            name="city"
            autoComplete="address-level2"
            list="cities"
            value={city}
            onChange={({ target }) => setCity(target.value)}
            className="field"
          />
        )}
      </Field>
      <p role="status" className="sr-only">
        {placeNote(place)}
      </p>
      <datalist id="cities">
        {place.names.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
    </>
  );
}
