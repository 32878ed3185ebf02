import { type SubmitEvent, useState } from 'react';
import { ApiFailure } from '#browser/api.ts';
import { focusFirst, refusalOf } from '#browser/refusal.ts';
import { Field } from '#components/Field.tsx';
import { COLLECTED } from '#shared/order-labels.ts';
import type { OrderPage } from '#shared/schemas/order-pages.ts';
import { refusalText } from './order-page-link.ts';

interface Props {
  page: OrderPage;
  onCorrect: (fields: Record<string, string>) => Promise<void>;
}

/** Where the parcel goes, masked, and the form that sends it somewhere else while it is not packed. */
export function OrderRecipient({ page, onCorrect }: Props) {
  const isDelivered = !page.isCollected;
  const [isOpen, setIsOpen] = useState(false);
  const [isCorrected, setIsCorrected] = useState(false);
  const correct = async (fields: Record<string, string>) => {
    await onCorrect(fields);
    setIsOpen(false);
    setIsCorrected(true);
  };
  return (
    <section aria-labelledby="recipient-title" className="rounded-sm border border-line bg-white px-5 py-7 sm:px-8">
      <h2 id="recipient-title" className="text-2xl">
        Delivery
      </h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm [&_dd]:min-w-0 [&_dd]:break-words [&_dt]:text-muted">
        <dt>Name</dt>
        <dd>
          <bdi>{page.customerName}</bdi>
        </dd>
        <dt>Phone</dt>
        <dd className="tabular-nums">{page.customerPhone}</dd>
        <dt>Address</dt>
        <dd>
          <bdi>{page.customerAddress || COLLECTED}</bdi>
        </dd>
        {isDelivered && (page.cityKnown || page.city) && (
          <>
            <dt>City</dt>
            <dd>
              <bdi>{page.cityKnown ?? page.city}</bdi>
            </dd>
          </>
        )}
        {isDelivered && ['pending', 'processing'].includes(page.status) && (
          <>
            <dt>Takes</dt>
            <dd>{page.deliveryDays} from the order to your door</dd>
          </>
        )}
      </dl>
      <p role="status" className="mt-4 bg-notice px-3 py-2 text-sm empty:hidden">
        {isCorrected && !isOpen ? 'Thank you: your parcel goes to the new address.' : ''}
      </p>
      {isDelivered && page.isUnpacked && !isOpen && (
        <button type="button" onClick={() => setIsOpen(true)} className="btn btn-outline mt-5">
          Correct the address
        </button>
      )}
      {page.isUnpacked && isOpen && <AddressForm onCorrect={correct} onClose={() => setIsOpen(false)} />}
      {!page.isUnpacked && ['pending', 'processing'].includes(page.status) && (
        <p className="mt-4 text-sm text-ink-soft">It is packed already. To change something, please call or write to us.</p>
      )}
    </section>
  );
}

const FIELDS = ['customerAddress', 'city', 'zipCode'] as const;

interface FormProps {
  onCorrect: (fields: Record<string, string>) => Promise<void>;
  onClose: () => void;
}

function AddressForm({ onCorrect, onClose }: FormProps) {
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState('');
  const [fieldErrors, setFieldErrors] = useState<Partial<Record<(typeof FIELDS)[number], string>>>({});
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const customerAddress = String(typed.get('customerAddress')).trim();
    setFieldErrors(customerAddress ? {} : { customerAddress: 'Please enter your address' });
    if (!customerAddress || isSending) return;
    setIsSending(true);
    setError('');
    try {
      await onCorrect({ customerAddress, city: String(typed.get('city')), zipCode: String(typed.get('zipCode')) });
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      const refused = refusalOf(failure, FIELDS).fieldErrors;
      setFieldErrors(refused);
      if (!focusFirst(form, refused)) setError(refusalText(failure));
      setIsSending(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Correct the address"
      className="mt-6 grid gap-5 border-t border-line pt-6 sm:grid-cols-2"
    >
      <Field
        label="Address"
        hint="Please type all of it: house, street, area"
        error={fieldErrors.customerAddress}
        className="sm:col-span-2"
      >
        {(control) => <input {...control} name="customerAddress" autoComplete="address-line1" className="field" />}
      </Field>
      <Field label="City" error={fieldErrors.city}>
        {(control) => <input {...control} name="city" autoComplete="address-level2" className="field" />}
      </Field>
      <Field label="Zip code (optional)" error={fieldErrors.zipCode}>
        {(control) => <input {...control} name="zipCode" autoComplete="postal-code" className="field" />}
      </Field>
      <p role="alert" className="text-danger empty:hidden sm:col-span-2">
        {error}
      </p>
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <button type="submit" disabled={isSending} className="btn btn-primary">
          {isSending ? 'Sending...' : 'Send to this address'}
        </button>
        <button type="button" onClick={onClose} className="btn btn-outline">
          Keep the old one
        </button>
      </div>
    </form>
  );
}
