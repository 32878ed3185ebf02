import { useStore } from '@nanostores/react';
import { $shopper } from '#features/shopper/shopper-session.ts';
import { PhoneField, TypedField } from './TypedField.tsx';

/** Contact details. No account is needed; a line offers signing in. */
export function ContactStep() {
  const shopper = useStore($shopper, { ssr: () => undefined });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <p className="-mt-2 text-sm text-ink-soft sm:col-span-2">
        {shopper ? (
          <span className="break-words">{`Signed in as ${shopper.username}. The order will be in your account.`}</span>
        ) : (
          <>
            No account is needed. Have one?{' '}
            <a href="/login?next=checkout" className="text-link text-ink">
              Sign in
            </a>
          </>
        )}
      </p>
      <TypedField
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        hint="Your order confirmation goes here."
        className="sm:col-span-2"
      />
      <TypedField name="firstName" label="First name" autoComplete="given-name" required />
      <TypedField name="lastName" label="Last name (optional)" autoComplete="family-name" />
      <PhoneField hint="For example 0300 1234567. We call or message it before we deliver." className="sm:col-span-2" />
    </div>
  );
}
