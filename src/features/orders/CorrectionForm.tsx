import { type FormEvent, type InputHTMLAttributes, type SubmitEvent, useRef, useState } from 'react';
import { ApiFailure } from '#browser/api.ts';
import { focusFirst, refusalOf } from '#browser/refusal.ts';
import { useFieldErrors } from '#browser/use-field-errors.ts';
import { Field } from '#components/Field.tsx';
import { formatPrice } from '#domain/money.ts';
import { CorrectedPlace } from './CorrectedPlace.tsx';
import { type OrderAction, refusalText } from './order-page-link.ts';

interface CorrectedField {
  name: string;
  label: string;
  hint?: string;
  /** What an empty field is told; without it, it may be empty. */
  missing?: string;
  /** Left out of address and city, which `CorrectedPlace` shows. */
  input?: InputHTMLAttributes<HTMLInputElement>;
}

/** What of an order its shopper corrects, and the words for it. */
export interface Correction {
  action: OrderAction;
  label: string;
  fields: CorrectedField[];
  send: string;
  keep: string;
  thanks: string;
}

interface Props extends Correction {
  /** Its button is the page's filled one: nothing else asks to be pressed first. */
  isFilled: boolean;
  onCorrect: (fields: Record<string, string | number>) => Promise<void>;
  onClose: () => void;
}

/** The fields of a correction. Where the order would cost more with it, the form says so and sends it only when the shopper presses again. */
export function CorrectionForm({ label, fields, send, keep, isFilled, onCorrect, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState('');
  const [newTotal, setNewTotal] = useState<number>();
  const [fieldErrors, setFieldErrors, forgetField] = useFieldErrors<string>();

  const refuse = (failure: unknown) => {
    if (!(failure instanceof ApiFailure)) throw failure;
    if (failure.code === 'price_changed') setNewTotal((failure.details as { total: number }).total);
    const names = fields.map(({ name }) => name);
    const refused = refusalOf(failure, names).fieldErrors;
    setFieldErrors(refused);
    if (!form.current || !focusFirst(form.current, refused)) setError(refusalText(failure));
    setIsSending(false);
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const typed = Object.fromEntries(fields.map(({ name }) => [name, String(data.get(name)).trim()]));
    const missing = fields.filter((field) => field.missing && !typed[field.name]);
    setFieldErrors(Object.fromEntries(missing.map((field) => [field.name, field.missing])));
    if (missing.length > 0 || isSending) return;
    setIsSending(true);
    setError('');
    await onCorrect({ ...typed, ...(newTotal !== undefined && { totalSeen: newTotal }) }).catch(refuse);
  };
  // What was said is about what was typed then.
  const forget = (event: FormEvent<HTMLFormElement>) => {
    forgetField(event);
    if (newTotal === undefined) return;
    setNewTotal(undefined);
    setError('');
  };

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onInput={forget}
      aria-label={label}
      className="mt-6 grid gap-5 border-t border-line pt-6 sm:grid-cols-2"
    >
      {fields.some(({ input }) => !input) && <CorrectedPlace errors={fieldErrors} />}
      {fields.map(
        ({ name, label, hint, input }) =>
          input && (
            <Field key={name} label={label} hint={hint} error={fieldErrors[name]} className={hint ? 'sm:col-span-2' : ''}>
              {(control) => <input {...control} {...input} name={name} className="field" />}
            </Field>
          ),
      )}
      <p
        role="alert"
        className={`empty:hidden sm:col-span-2 ${newTotal === undefined ? 'text-danger' : 'bg-notice px-4 py-3 text-sm'}`}
      >
        {error}
      </p>
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <button type="submit" disabled={isSending} className={`btn ${isFilled ? 'btn-primary' : 'btn-outline'}`}>
          {isSending ? 'Sending...' : newTotal === undefined ? send : `${send} · ${formatPrice(newTotal)} in all`}
        </button>
        <button type="button" onClick={onClose} className="min-h-11 text-sm underline decoration-gold underline-offset-4">
          {keep}
        </button>
      </div>
    </form>
  );
}
