import { useStore } from '@nanostores/react';
import { Field } from '#components/Field.tsx';
import { countryName } from '#domain/places/countries.ts';
import { $fieldErrors, $form, setFields } from '#features/checkout/checkout-store.ts';
import { PlaceFields } from '#features/checkout/PlaceFields.tsx';
import { PhoneField, TypedField } from '#features/checkout/TypedField.tsx';
import { usePlace } from '#features/checkout/use-place.ts';

/** What an order cannot do without, the phone first: whoever the shop can call, it can ask for the rest. The checkout has the same fields, and what is typed here stands there, too. */
export function ShortForm() {
  const { country } = useStore($form);
  const place = usePlace();
  return (
    <>
      <PhoneField hint="For example 0300 1234567" />
      <NameField />
      <PlaceFields place={place} />
      {country !== 'pk' && (
        <p className="text-sm">
          Goes to {countryName(country)}.{' '}
          <a href="/checkout" className="text-link text-ink">
            Change the country
          </a>
        </p>
      )}
      <TypedField
        name="email"
        label="Email (optional)"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="If you would like a confirmation by mail."
      />
    </>
  );
}

/** Both names in one field. */
function NameField() {
  const { firstName, lastName } = useStore($form);
  const { firstName: ofFirst, lastName: ofLast } = useStore($fieldErrors);
  return (
    <Field label="Name" error={ofFirst ?? ofLast}>
      {(control) => (
        <input
          {...control}
          name="name"
          autoComplete="name"
          required
          value={lastName ? `${firstName} ${lastName}` : firstName}
          onChange={({ target }) => setFields({ firstName: target.value, lastName: '' })}
          className="field"
        />
      )}
    </Field>
  );
}
