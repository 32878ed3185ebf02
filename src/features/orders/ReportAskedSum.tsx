import { type SubmitEvent, useState } from 'react';
import { ApiFailure } from '#browser/api.ts';
import { focusFirst, refusalOf } from '#browser/refusal.ts';
import { useFieldErrors } from '#browser/use-field-errors.ts';
import { Field } from '#components/Field.tsx';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import { latinDigits } from '#domain/phone.ts';
import { refusalText } from './order-page-link.ts';

type Parcels = NonNullable<OrderPage['dueAtDoor']>['parcels'];

interface Props {
  parcels: Parcels;
  /** Whether words may go with the sum. */
  takesNote: boolean;
  onReport: (fields: Record<string, string | number>) => Promise<void>;
}

/** Tells the shop that the rider asked for another sum: once a parcel. */
export function ReportAskedSum({ parcels, takesNote, onReport }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const left = parcels.filter(({ hasAsked }) => !hasAsked);
  const hasAsked = left.length < parcels.length;
  return (
    <>
      <p role="status" className="mt-4 empty:hidden">
        {hasAsked &&
          'Thank you for telling us what the rider asked for. We take it up with the courier; please pay only what stands here.'}
      </p>
      {left.length > 0 && !isOpen && (
        <button
          type="button"
          onClick={() => setIsOpen(true)}
          className="mt-2 min-h-11 text-sm underline decoration-gold underline-offset-4"
        >
          The rider asked for another sum
        </button>
      )}
      {left.length > 0 && isOpen && (
        <Form parcels={left} takesNote={takesNote} onReport={onReport} onDone={() => setIsOpen(false)} />
      )}
    </>
  );
}

function Form({ parcels, takesNote, onReport, onDone }: Props & { onDone: () => void }) {
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState('');
  const [errors, setErrors, forget] = useFieldErrors<'asked' | 'note'>();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    const typed = new FormData(form);
    const textOf = (name: string) => String(typed.get(name) ?? '').trim();
    setIsSending(true);
    setError('');
    setErrors({});
    try {
      const asked = Number(latinDigits(textOf('asked')).replace(/[^\d.]/g, '') || Number.NaN);
      await onReport({ shipmentNumber: textOf('shipmentNumber'), asked, note: textOf('note') });
      onDone();
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      const refused = refusalOf(failure, ['asked', 'note']).fieldErrors;
      setErrors(refused);
      if (!focusFirst(form, refused)) setError(refusalText(failure));
      setIsSending(false);
    }
  };
  const [only] = parcels;
  return (
    <form noValidate onSubmit={submit} onInput={forget} aria-label="What the rider asked for" className="mt-4 max-w-md space-y-5">
      {parcels.length === 1 ? (
        <input type="hidden" name="shipmentNumber" value={only?.shipmentNumber} />
      ) : (
        <Field label="Which parcel?">
          {(control) => (
            <select {...control} name="shipmentNumber" className="field">
              {parcels.map(({ shipmentNumber, carrier, trackingNumber }) => (
                <option key={shipmentNumber} value={shipmentNumber}>
                  {[carrier, trackingNumber || shipmentNumber].filter(Boolean).join(' ')}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field label="How much did the rider ask for, in rupees?" error={errors.asked}>
        {(control) => <input {...control} name="asked" inputMode="numeric" autoComplete="off" className="field" />}
      </Field>
      {takesNote && (
        <Field label="What did the rider say? (optional)" error={errors.note}>
          {(control) => <input {...control} name="note" autoComplete="off" dir="auto" className="field" />}
        </Field>
      )}
      <p role="alert" className="text-danger empty:hidden">
        {error}
      </p>
      <button type="submit" disabled={isSending} className="btn btn-primary">
        {isSending ? 'Sending...' : 'Tell the shop'}
      </button>
    </form>
  );
}
