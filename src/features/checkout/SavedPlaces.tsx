import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { SavedAddress } from '#domain/accounts/addresses.ts';
import { placeText } from '#features/shopper/device-profile.ts';
import { type CheckoutForm, EMPTY_FORM, PLACE, placeOf } from './checkout-form.ts';
import { $form, $prefilled, setFields } from './checkout-store.ts';
import { deliveryTo, isPlaceOf } from './saved-places.ts';

/** Once a page: whoever chose another address meanwhile keeps it. */
let isOnlyOneChosen = false;

/** The addresses of the account to choose from, an only one chosen beforehand. Each fills in its place, and whom it is for where that is somebody else. */
export default function SavedPlaces({ addresses }: { addresses: SavedAddress[] }) {
  const form = useStore($form, { ssr: () => EMPTY_FORM });
  const other = useRef<Partial<CheckoutForm>>(deliveryIn(EMPTY_FORM));
  const chosen = addresses.find((address) => isPlaceOf(address, form));
  const choose = (address?: SavedAddress) => {
    if (!chosen) other.current = deliveryIn(form);
    setFields(address ? deliveryTo(address, form) : other.current);
  };
  useEffect(() => {
    const [only, ...others] = addresses;
    if (isOnlyOneChosen || !only || others.length > 0) return;
    isOnlyOneChosen = true;
    const typed = $form.get();
    const isTyped = PLACE.some((field) => typed[field] !== EMPTY_FORM[field] && !$prefilled.get().includes(field));
    if (isTyped) return;
    if (!isPlaceOf(only, typed)) other.current = deliveryIn(typed);
    setFields(deliveryTo(only, typed));
  }, [addresses]);
  return (
    <fieldset className="sm:col-span-2">
      <legend className="field-label">Deliver to</legend>
      <div className="divide-y divide-line rounded-sm border border-line bg-white">
        {addresses.map((address) => (
          <label key={address.id} className={CHOICE}>
            <input
              type="radio"
              name="deliverTo"
              checked={chosen === address}
              onChange={() => choose(address)}
              className={RADIO}
            />
            <span className="min-w-0 break-words">
              {placeText({ ...address, email: '' })}
              <span className="block text-sm text-muted">
                {address.name} <span className="whitespace-nowrap">{address.phone}</span>
              </span>
            </span>
          </label>
        ))}
        <label className={CHOICE}>
          <input type="radio" name="deliverTo" checked={!chosen} onChange={() => choose()} className={RADIO} />
          Another address
        </label>
      </div>
    </fieldset>
  );
}

function deliveryIn(form: CheckoutForm): Partial<CheckoutForm> {
  const { recipientName, recipientPhone } = form;
  return { ...placeOf(form), recipientName, recipientPhone };
}

const CHOICE = 'flex min-h-11 cursor-pointer items-start gap-3 px-4 py-2.5';
const RADIO = 'mt-1 size-4 shrink-0 accent-gold-deep';
