import { type SubmitEvent, useState } from 'react';
import { ApiFailure, callApi } from '#browser/api.ts';
import { focusFirst, refusalOf } from '#browser/refusal.ts';
import { SHOP } from '#built/settings.ts';
import { Field } from '#components/Field.tsx';
import { whatsappLink } from '#domain/whatsapp/link.ts';
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
        To follow it, change something, return or claim a piece, open the link in our mail or WhatsApp message about your order.
        We can mail it to you again.
      </p>
      <p lang="ur" dir="rtl" className="mt-1">
        باقی سب کے لیے ہماری ای میل یا واٹس ایپ والا لنک کھولیں۔ چاہیں تو ہم لنک دوبارہ ای میل کر دیتے ہیں۔
      </p>
      <p role="status" className="mt-4 bg-notice px-3 py-2 text-sm empty:hidden">
        {isAsked &&
          'If these are the last digits of the order’s phone, the link is on its way to the e-mail address of the order. Nothing there in a few minutes, or no address in the order? Write to us, and we send it to you.'}
      </p>
      {!isAsked && <Form onAsked={() => setIsAsked(true)} />}
      <p className="mt-4 text-sm">
        <a
          href={whatsappLink(SHOP.whatsapp, `Please send me the link of my order ${linkIn(location).orderNumber}.`)}
          className="underline decoration-gold underline-offset-4"
        >
          Ask by WhatsApp
        </a>{' '}
        or call {SHOP.phone}.
      </p>
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
    <form noValidate onSubmit={submit} aria-label="Mail me the link" className="mt-5 max-w-md space-y-5">
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
