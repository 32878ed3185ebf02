import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Field } from '#components/Field.tsx';
import { countries } from '#domain/places/countries.ts';
import { daysTo, formatDeliveryDays } from '#domain/places/delivery-days.ts';
import { $deliveryCity, type DeliveryCity } from '#features/shopper/delivery-city.ts';
import { $shopper } from '#features/shopper/shopper-session.ts';
import type { CheckoutForm } from './checkout-form.ts';
import { $form, $savedAddresses, setField, setFields } from './checkout-store.ts';
import { TypedField } from './TypedField.tsx';

type Cities = typeof import('#domain/places/cities.ts');

// Without it the text stays as it was pasted.
const ChatQuestion = lazy(() => import('./ChatQuestion.tsx').catch(() => ({ default: () => <></> })));

// Guests do without.
const SavedPlaces = lazy(() => import('./SavedPlaces.tsx').catch(() => ({ default: () => <></> })));
const SavePlace = lazy(() => import('./SavePlace.tsx').catch(() => ({ default: () => <></> })));

export function AddressStep() {
  const form = useStore($form);
  const shopper = useStore($shopper);
  const known = useStore($savedAddresses);
  const saved = shopper && known;
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
  const pasted = usePasted(form.address);
  const meant = form.country === 'pk' && !city ? cities?.cityMeant(form.city, form.address) : undefined;
  const note = meant ? `Did you mean ${meant}?` : city && `Delivery to ${city.name}: ${city.days}`;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {saved && saved.length > 0 && (
        <Suspense>
          <SavedPlaces addresses={saved} />
        </Suspense>
      )}
      <TypedField
        name="address"
        label="Address"
        autoComplete="street-address"
        required
        hint="House, street, area"
        isLong
        className="sm:col-span-2"
      />
      {pasted > 0 && (
        <Suspense>
          <ChatQuestion key={pasted} form={form} onUse={setFields} />
        </Suspense>
      )}
      <TypedField
        name="city"
        label="City"
        autoComplete="address-level2"
        list="cities"
        hint={
          meant ? (
            <button type="button" onClick={() => setField('city', meant)} className="text-link min-h-6 text-ink">
              {note}
            </button>
          ) : (
            note || 'For example Lahore, if it is not in the address.'
          )
        }
        className="sm:col-span-2"
      />
      <p role="status" className="sr-only">
        {note}
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
      {saved && form.address.trim() && (city || form.city.trim()) && (
        <Suspense>
          <SavePlace />
        </Suspense>
      )}
    </div>
  );
}

/** What a message has and an address rarely: lines, labels, a phone, an e-mail address. */
const LIKE_A_CHAT = /[\n:@]|\+92|03\d\d/;
const PASTED_LENGTH = 20;

/** How often so much came into the field at once that it was pasted, and may be more than an address. Phones paste without telling the page. */
function usePasted(text: string): number {
  const before = useRef(text);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (text.length - before.current.length >= PASTED_LENGTH && LIKE_A_CHAT.test(text)) setTimes((before) => before + 1);
    before.current = text;
  }, [text]);
  return times;
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
