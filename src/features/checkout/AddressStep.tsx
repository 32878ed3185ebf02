import { useStore } from '@nanostores/react';
import { Field } from '#components/Field.tsx';
import { cityNames } from '#shared/cities.ts';
import { countries } from '#shared/countries.ts';
import { $form, setField } from './checkout-store.ts';
import { TypedField } from './TypedField.tsx';

export function AddressStep() {
  const { country } = useStore($form);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TypedField
        name="address"
        label="Address"
        autoComplete="address-line1"
        maxLength={500}
        required
        hint="House, street, area"
        className="sm:col-span-2"
      />
      <TypedField
        name="city"
        label="City"
        autoComplete="address-level2"
        maxLength={80}
        list="cities"
        hint="For example Lahore, if it is not in the address."
        className="sm:col-span-2"
      />
      <datalist id="cities">
        {cityNames().map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TypedField name="zipCode" label="Zip code (optional)" autoComplete="postal-code" maxLength={20} />
      <Field label="Country">
        {(control) => (
          <select
            {...control}
            name="country"
            autoComplete="country"
            value={country}
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
