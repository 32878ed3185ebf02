import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { Field } from '#components/Field.tsx';
import { countries } from '#domain/places/countries.ts';
import { $shopper } from '#features/shopper/shopper-session.ts';
import { $form, $savedAddresses, setField } from './checkout-store.ts';
import type { GiftOffers } from './GiftBox.tsx';
import { GiftChoice } from './GiftChoice.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import { TypedField } from './TypedField.tsx';
import { usePlace } from './use-place.ts';

// Guests do without.
const SavedPlaces = lazy(() => import('./SavedPlaces.tsx').catch(() => ({ default: () => <></> })));
const SavePlace = lazy(() => import('./SavePlace.tsx').catch(() => ({ default: () => <></> })));

/** Where the parcel goes, and whether it is a gift. */
export default function AddressStep(offers: GiftOffers) {
  const form = useStore($form);
  const shopper = useStore($shopper);
  const known = useStore($savedAddresses);
  const saved = shopper && known;
  const place = usePlace();
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      {saved && saved.length > 0 && (
        <Suspense>
          <SavedPlaces addresses={saved} />
        </Suspense>
      )}
      <PlaceFields place={place} />
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
      <GiftChoice {...offers} />
      {saved && form.address.trim() && (place.city || form.city.trim()) && (
        <Suspense>
          <SavePlace />
        </Suspense>
      )}
    </div>
  );
}
