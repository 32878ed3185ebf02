import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { CityHint, type Place, placeNote } from '#features/shopper/typed-place.tsx';
import { $form, setField, setFields } from './checkout-store.ts';
import { TypedField } from './TypedField.tsx';

// Without it the text stays as it was pasted.
const ChatQuestion = lazy(() => import('./ChatQuestion.tsx').catch(() => ({ default: () => <></> })));

/** Address and city, and how long a parcel takes there. */
export function PlaceFields({ place }: { place: Place }) {
  const form = useStore($form);
  const pasted = usePasted(form.address);
  return (
    <>
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
          <CityHint
            place={place}
            otherwise="For example Lahore, if it is not in the address."
            onMeant={(city) => setField('city', city)}
          />
        }
        className="sm:col-span-2"
      />
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
