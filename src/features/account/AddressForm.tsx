import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '#browser/api.ts';
import { afterTyping, focusFirst, refusalOf } from '#browser/refusal.ts';
import { Field } from '#components/Field.tsx';
import type { AddressToSave } from '#domain/accounts/addresses.ts';
import { countries } from '#domain/places/countries.ts';

type Name = keyof AddressToSave;

const FIELDS: { name: Name; label: string; type: string; autoComplete: string }[] = [
  { name: 'name', label: 'Name', type: 'text', autoComplete: 'name' },
  { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel' },
  { name: 'address', label: 'Address', type: 'text', autoComplete: 'street-address' },
  { name: 'city', label: 'City', type: 'text', autoComplete: 'address-level2' },
  { name: 'zipCode', label: 'Zip code (optional)', type: 'text', autoComplete: 'postal-code' },
];

const NAMES: Name[] = [...FIELDS.map(({ name }) => name), 'country'];

interface Props {
  label: string;
  known?: AddressToSave;
  /** @throws ApiFailure, which the form shows */
  onSave: (typed: AddressToSave) => Promise<void>;
  onCancel: () => void;
}

/** Corrects or adds a saved address. The server checks it, as it would check an order's. */
export function AddressForm({ label, known, onSave, onCancel }: Props) {
  const [isSaving, setIsSaving] = useState(false);
  const [refusal, setRefusal] = useState<ReturnType<typeof refusalOf<Name>>>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving) return;
    const typed = new FormData(event.currentTarget);
    const address = Object.fromEntries(NAMES.map((name) => [name, String(typed.get(name) ?? '')])) as AddressToSave;
    setIsSaving(true);
    try {
      await onSave(address);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      const refused = refusalOf(failure, NAMES);
      setRefusal(refused);
      focusFirst(form.current, refused.fieldErrors);
      setIsSaving(false);
    }
  };

  return (
    <form
      ref={form}
      noValidate
      onSubmit={save}
      onInput={({ target }) => setRefusal(refusal && afterTyping(refusal, (target as HTMLInputElement).name))}
      aria-label={label}
      className="space-y-4"
    >
      {FIELDS.map(({ name, label, ...input }) => (
        <Field key={name} label={label} error={refusal?.fieldErrors[name]}>
          {(control) => <input {...control} {...input} name={name} defaultValue={known?.[name]} className="field" />}
        </Field>
      ))}
      <Field label="Country" error={refusal?.fieldErrors.country}>
        {(control) => (
          <select {...control} name="country" autoComplete="country" defaultValue={known?.country ?? 'pk'} className="field">
            {countries().map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {refusal && (
        <p role="alert" className="text-sm text-danger">
          {refusal.text}
        </p>
      )}
      <div className="flex gap-3">
        <button type="submit" disabled={isSaving} className="btn btn-primary grow">
          {isSaving ? 'Saving...' : 'Save'}
        </button>
        <button type="button" onClick={onCancel} className="btn btn-outline grow">
          Cancel
        </button>
      </div>
    </form>
  );
}
