import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { announce } from '#browser/announce.ts';
import { focusFirst } from '#browser/refusal.ts';
import { useFieldErrors } from '#browser/use-field-errors.ts';
import { Field } from '#components/Field.tsx';
import { useHydrated } from '#components/use-hydrated.ts';
import {
  $profile,
  type DeviceProfile,
  EMPTY_PROFILE,
  type ProfileField,
  placeText,
  profileErrors,
} from '#features/shopper/device-profile.ts';
import { knownShopper } from '#features/shopper/known-shopper.ts';
import type { Account } from './account-store.ts';

const FIELDS: { name: ProfileField; label: string; type: string; autoComplete: string }[] = [
  { name: 'name', label: 'Name', type: 'text', autoComplete: 'name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel' },
  { name: 'address', label: 'Address', type: 'text', autoComplete: 'street-address' },
];

/** Name, e-mail, phone and address as stored in this browser, or known by the account. Save stores what was typed, Cancel discards it; nothing is sent. */
export function PersonalDetails({ account }: { account: Account }) {
  const device = useStore($profile, { ssr: () => EMPTY_PROFILE });
  const isSignedIn = account.kind === 'loaded';
  const profile = isSignedIn ? knownShopper(account.known, device) : device;
  const [isEditing, setIsEditing] = useState(false);
  const [fieldErrors, setFieldErrors, forget] = useFieldErrors<ProfileField>();
  const editButton = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isEditing) form.current?.querySelector('input')?.focus();
  }, [isEditing]);

  const leave = (said: string) => {
    setIsEditing(false);
    setFieldErrors({});
    announce(said);
    requestAnimationFrame(() => editButton.current?.focus());
  };
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const entries = FIELDS.map(({ name }) => [name, String(typed.get(name) ?? '').trim()]);
    const details: Record<ProfileField, string> = Object.fromEntries(entries);
    const errors = profileErrors(details);
    setFieldErrors(errors);
    if (focusFirst(event.currentTarget, errors)) return;
    const isSamePlace = details.address === placeText(profile);
    $profile.set(isSamePlace ? { ...profile, ...details, address: profile.address } : { ...EMPTY_PROFILE, ...details });
    leave('Saved on this device');
  };

  return (
    <section
      id="settings"
      aria-labelledby="settings-title"
      className="scroll-mt-40 rounded-sm border border-line bg-white p-5 sm:p-7"
    >
      <header className="mb-4 flex items-center justify-between gap-4">
        <h2 id="settings-title" className="text-2xl">
          Personal Information
        </h2>
        {!isEditing && (
          <button ref={editButton} type="button" onClick={() => setIsEditing(true)} className={EDIT}>
            Edit
          </button>
        )}
      </header>
      {isEditing ? (
        <form ref={form} noValidate onSubmit={save} onInput={forget} aria-label="Personal Information" className="space-y-4">
          {FIELDS.map(({ name, label, ...input }) => (
            <Field key={name} label={label} error={fieldErrors[name]}>
              {(control) => <input {...control} {...input} name={name} defaultValue={shown(profile, name)} className="field" />}
            </Field>
          ))}
          <div className="flex gap-3 pt-2">
            <button type="submit" className="btn btn-primary grow">
              Save
            </button>
            <button type="button" onClick={() => leave('Nothing was changed')} className="btn btn-outline grow">
              Cancel
            </button>
          </div>
        </form>
      ) : (
        <SavedDetails profile={profile} isSignedIn={isSignedIn} />
      )}
    </section>
  );
}

/** The stored details. The prebuilt page cannot know them and shows a skeleton. */
function SavedDetails({ profile, isSignedIn }: { profile: DeviceProfile; isSignedIn: boolean }) {
  if (!useHydrated()) return <div key="to come" aria-hidden="true" className="skeleton h-72" />;
  return (
    <div key="here">
      <dl className="divide-y divide-line">
        {FIELDS.map(({ name, label }) => (
          <div key={name} className="py-2.5">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="break-words">{shown(profile, name) || <span className="text-muted">Not given yet</span>}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-muted">
        {isSignedIn ? 'From your account and this device.' : 'Kept on this device only.'} Checkout begins with it.
      </p>
    </div>
  );
}

function shown(profile: DeviceProfile, field: ProfileField): string {
  return field === 'address' ? placeText(profile) : profile[field];
}

const EDIT = '-my-2 min-h-11 px-1 text-sm text-gold-deep underline underline-offset-4';
