import { useStore } from '@nanostores/react';
import type { InputHTMLAttributes } from 'react';
import { Field } from '#components/Field.tsx';
import { type CheckoutField, EMPTY_FORM } from './checkout-form.ts';
import { $fieldErrors, $form, setField } from './checkout-store.ts';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  name: CheckoutField;
  label: string;
  hint?: string;
}

const NO_ERRORS = {};

/** One field of the checkout form. */
export function TypedField({ name, label, hint, className, ...input }: Props) {
  const form = useStore($form, { ssr: () => EMPTY_FORM });
  const fieldErrors = useStore($fieldErrors, { ssr: () => NO_ERRORS });
  return (
    <Field label={label} hint={hint} error={fieldErrors[name]} {...(className && { className })}>
      {(control) => (
        <input
          {...control}
          {...input}
          name={name}
          value={form[name]}
          onChange={({ target }) => setField(name, target.value)}
          className="field"
        />
      )}
    </Field>
  );
}
