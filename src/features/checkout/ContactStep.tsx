import { TypedField } from './TypedField.tsx';

export function ContactStep() {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TypedField
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        required
        hint="Your order confirmation goes here."
        className="sm:col-span-2"
      />
      <TypedField name="firstName" label="First name" autoComplete="given-name" maxLength={60} required />
      <TypedField name="lastName" label="Last name (optional)" autoComplete="family-name" maxLength={59} />
      <TypedField
        name="phone"
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        required
        hint="We call or message this number before we deliver, for example 0300 1234567."
        className="sm:col-span-2"
      />
    </div>
  );
}
