import { type SubmitEvent, useState } from 'react';
import { ApiFailure, callApi } from '#browser/api.ts';
import { focusFirst, refusalOf } from '#browser/refusal.ts';
import { Field } from '#components/Field.tsx';
import { AskedLink, AskForLink } from './AskedLink.tsx';
import { linkIn, refusalText } from './order-page-link.ts';

/** From a label to the order's own page: its link goes to the order's address, for whoever knows how its phone ends. */
export function AskPageLink() {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <section aria-labelledby="more-title" className="rounded-sm border border-line bg-white px-5 py-7 sm:px-8">
      <h2 id="more-title" className="text-2xl">
        Is this your order?
      </h2>
      <p className="mt-2">
        To follow it, change something, return a piece or report a problem, open the link in our mail or WhatsApp message about
        your order. We can mail it to you again.
      </p>
      <p lang="ur" dir="rtl" className="mt-1">
        باقی سب کے لیے ہماری ای میل یا واٹس ایپ والا لنک کھولیں۔ چاہیں تو ہم لنک دوبارہ ای میل کر دیتے ہیں۔
      </p>
      <AskedLink isAsked={isAsked} ifTrue="If these are the last digits of the order’s phone," />
      {!isAsked && <Form onAsked={() => setIsAsked(true)} />}
      <AskForLink orderNumber={linkIn(location).orderNumber} />
    </section>
  );
}

function Form({ onAsked }: { onAsked: () => void }) {
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState('');
  const [wrong, setWrong] = useState<string>();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    const lastDigits = String(new FormData(form).get('lastDigits') ?? '').trim();
    setIsSending(true);
    setError('');
    setWrong(undefined);
    try {
      await callApi('POST', '/order-page/label/link', { body: { ...linkIn(location), lastDigits } });
      onAsked();
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      const refused = refusalOf(failure, ['lastDigits']).fieldErrors;
      setWrong(refused.lastDigits);
      if (!focusFirst(form, refused)) setError(refusalText(failure));
      setIsSending(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      onInput={() => setWrong(undefined)}
      aria-label="Mail me the link"
      className="mt-5 max-w-md space-y-5"
    >
      <Field label="Last four digits of your phone" hint="Of the number you ordered with." error={wrong}>
        {(control) => <input {...control} name="lastDigits" inputMode="numeric" autoComplete="off" className="field" />}
      </Field>
      <p role="alert" className="text-danger empty:hidden">
        {error}
      </p>
      <button type="submit" disabled={isSending} className="btn btn-outline">
        {isSending ? 'Sending...' : 'Mail me the link'}
      </button>
    </form>
  );
}
