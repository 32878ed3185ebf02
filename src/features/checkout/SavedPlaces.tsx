import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import type { SavedAddress } from '#domain/accounts/addresses.ts';
import { placeText } from '#features/shopper/device-profile.ts';
import { type CheckoutForm, EMPTY_FORM } from './checkout-form.ts';
import { $form, setFields } from './checkout-store.ts';
import { isPlaceOf, placeOf } from './saved-places.ts';

/** The addresses of the account to choose from. Only the place is filled in: the order goes to whom the first step names. */
export default function SavedPlaces({ addresses }: { addresses: SavedAddress[] }) {
  const form = useStore($form, { ssr: () => EMPTY_FORM });
  const other = useRef<Partial<CheckoutForm>>(placeOf(EMPTY_FORM));
  const chosen = addresses.find((address) => isPlaceOf(address, form));
  const choose = (address?: SavedAddress) => {
    if (!chosen) other.current = placeOf(form);
    setFields(address ? placeOf(address) : other.current);
  };
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
              <span className="block text-sm text-muted">{address.name}</span>
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

const CHOICE = 'flex min-h-11 cursor-pointer items-start gap-3 px-4 py-2.5';
const RADIO = 'mt-1 size-4 shrink-0 accent-gold-deep';
