import { type SubmitEvent, useState } from 'react';
import { announce } from '#browser/announce.ts';
import { ApiFailure, callApi } from '#browser/api.ts';
import { useFieldErrors } from '#browser/use-field-errors.ts';
import { Field } from '#components/Field.tsx';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import { PAYOUT_METHODS, type PayoutMethod, payoutMethodLabels, readPayoutAccount } from '#domain/returns/payouts.ts';
import { linkIn, refusalText } from './order-page-link.ts';

interface Props {
  request: { id: string; returnNumber: string };
  onNamed: (page: OrderPage) => void;
  onClose: () => void;
}

function focusForm(form: HTMLFormElement | null): void {
  form?.focus({ preventScroll: true });
}

/** Asks where the money of a request goes. Whatever fails, what was typed stays. */
export default function PayoutForm({ request, onNamed, onClose }: Props) {
  const [method, setMethod] = useState<PayoutMethod>('bank');
  const [title, setTitle] = useState('');
  const [account, setAccount] = useState('');
  const [errors, setErrors, forget] = useFieldErrors<string>();
  const [error, setError] = useState('');
  const [isSending, setIsSending] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (isSending) return;
    const read = readPayoutAccount(method, account);
    const found = {
      ...(!title.trim() && { title: 'Enter the name on the account' }),
      ...('error' in read && { account: read.error }),
    };
    show(form, found);
    setError('');
    if (Object.keys(found).length > 0) return;
    setIsSending(true);
    try {
      const body = { ...linkIn(location), requestId: request.id, method, title, account };
      onNamed(await callApi<OrderPage>('POST', '/order-page/returns/payout', { body }));
      announce('The account is kept');
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setIsSending(false);
      if (!show(form, Object.fromEntries(failure.errors.map(({ path, message }) => [path, message]))))
        setError(refusalText(failure));
    }
  }

  /** Shows what is wrong, and focuses the first field of it. False where no field is. */
  function show(form: HTMLFormElement, wrong: Record<string, string>): boolean {
    setErrors(wrong);
    const field = [...form.elements].find((control) => (control as HTMLInputElement).name in wrong);
    (field as HTMLElement | undefined)?.focus();
    return field !== undefined;
  }

  return (
    <form
      ref={focusForm}
      tabIndex={-1}
      noValidate
      onSubmit={submit}
      onInput={forget}
      aria-label={`Where to send the money of ${request.returnNumber}`}
      className="mt-3 space-y-4 rounded-sm bg-white p-4 outline-none"
    >
      <Field label="How shall we send the money?" error={errors['method']}>
        {(control) => (
          <select
            {...control}
            name="method"
            value={method}
            onChange={({ target }) => setMethod(target.value as PayoutMethod)}
            className="field"
          >
            {PAYOUT_METHODS.map((one) => (
              <option key={one} value={one}>
                {payoutMethodLabels[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Name on the account" error={errors['title']}>
        {(control) => (
          <input
            {...control}
            name="title"
            autoComplete="name"
            dir="auto"
            value={title}
            onChange={({ target }) => setTitle(target.value)}
            className="field"
          />
        )}
      </Field>
      <Field
        label={method === 'bank' ? 'IBAN' : 'Mobile number of the account'}
        hint={method === 'bank' ? 'PK and 22 more letters and digits, as your bank’s app shows it' : '03xx xxxxxxx'}
        error={errors['account']}
      >
        {(control) => (
          <input
            {...control}
            name="account"
            inputMode={method === 'bank' ? 'text' : 'tel'}
            autoComplete={method === 'bank' ? 'off' : 'tel'}
            autoCapitalize="characters"
            spellCheck={false}
            value={account}
            onChange={({ target }) => setAccount(target.value)}
            className="field tabular-nums"
          />
        )}
      </Field>
      <p className="text-sm text-ink-soft">
        Only the person who sends you the money sees it in full. This page shows its last four characters, and we delete it 90
        days after we have paid.
      </p>
      <p role="alert" className="text-danger empty:hidden">
        {error}
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="submit" disabled={isSending} className="btn btn-primary max-sm:w-full">
          {isSending ? 'Sending...' : 'Save the account'}
        </button>
        <button type="button" onClick={onClose} className="btn btn-outline max-sm:w-full">
          Not now
        </button>
      </div>
    </form>
  );
}
