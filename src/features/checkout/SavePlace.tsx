import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { announce } from '#browser/announce.ts';
import { ApiFailure } from '#browser/api.ts';
import { EMPTY_FORM } from './checkout-form.ts';
import { $fieldErrors, $form, $savedAddresses } from './checkout-store.ts';
import { isPlaceOf, refusalOfPlace, savePlace } from './saved-places.ts';

/** Offers to save the typed address in the account of the signed-in shopper, and says so once it is. */
export default function SavePlace() {
  const form = useStore($form, { ssr: () => EMPTY_FORM });
  const addresses = useStore($savedAddresses) ?? [];
  const [isSaving, setIsSaving] = useState(false);
  const [savedId, setSavedId] = useState('');
  const [problem, setProblem] = useState('');
  const kept = addresses.find((address) => isPlaceOf(address, form));

  const save = async () => {
    setIsSaving(true);
    setProblem('');
    try {
      setSavedId((await savePlace(form)).id);
      announce('Address saved in your account');
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      const { text, fieldErrors } = refusalOfPlace(failure, form);
      $fieldErrors.set({ ...$fieldErrors.get(), ...fieldErrors });
      setProblem(text);
    }
    setIsSaving(false);
  };

  if (kept && kept.id !== savedId) return null;
  return (
    <div className="sm:col-span-2">
      {kept ? (
        <p ref={(said) => said?.focus()} tabIndex={-1} className="py-2.5 text-sm text-ink-soft outline-none">
          Saved in your account.
        </p>
      ) : (
        <button type="button" disabled={isSaving} onClick={save} className="text-link min-h-6">
          {isSaving ? 'Saving...' : 'Save this address in my account'}
        </button>
      )}
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
