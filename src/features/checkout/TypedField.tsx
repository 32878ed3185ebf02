import { useStore } from '@nanostores/react';
import type { InputHTMLAttributes, KeyboardEvent, ReactNode } from 'react';
import { afterPress } from '#browser/after-press.ts';
import { Field } from '#components/Field.tsx';
import { type CheckoutField, EMPTY_FORM } from './checkout-form.ts';
import { $fieldErrors, $form, checkPhone, setField } from './checkout-store.ts';

interface Props extends InputHTMLAttributes<HTMLInputElement | HTMLTextAreaElement> {
  name: CheckoutField;
  label: string;
  hint?: ReactNode;
  /** Grows with what is typed. */
  isLong?: boolean;
}

const NO_ERRORS = {};

/** One field of the checkout form. */
export function TypedField({ name, label, hint, className, isLong, ...input }: Props) {
  const form = useStore($form, { ssr: () => EMPTY_FORM });
  const fieldErrors = useStore($fieldErrors, { ssr: () => NO_ERRORS });
  const Control = isLong ? 'textarea' : 'input';
  return (
    <Field label={label} hint={hint} error={fieldErrors[name]} {...(className && { className })}>
      {(control) => (
        <Control
          {...control}
          {...input}
          name={name}
          value={form[name]}
          // As in any other field: lines come from pasting.
          onKeyDown={(event: KeyboardEvent<HTMLElement>) => isLong && event.key === 'Enter' && pressSubmit(event)}
          onChange={({ target }: { target: { value: string } }) => setField(name, target.value)}
          className={isLong ? 'field field-sizing-content' : 'field'}
        />
      )}
    </Field>
  );
}

/** The phone number, checked when the field is left. */
export function PhoneField(props: Pick<Props, 'hint' | 'className'>) {
  return (
    <TypedField
      name="phone"
      label="Phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      onBlur={() => afterPress(checkPhone)}
      required
      {...props}
    />
  );
}

function pressSubmit(event: KeyboardEvent<HTMLElement>): void {
  event.preventDefault();
  event.currentTarget.closest('form')?.querySelector<HTMLButtonElement>('[type=submit]')?.click();
}
