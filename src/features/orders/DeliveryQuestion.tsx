import { type SubmitEvent, useRef, useState } from 'react';
import { ApiFailure } from '#browser/api.ts';
import { focusFirst, refusalOf } from '#browser/refusal.ts';
import {
  ANSWER_TEXTS,
  DELIVERY_ANSWERS,
  type DeliveryAnswer,
  deadlineText,
  saidByRider,
} from '#domain/couriers/attempt-answers.ts';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import { CorrectedPlace } from './CorrectedPlace.tsx';
import { refusalText } from './order-page-link.ts';

interface Props {
  question: NonNullable<OrderPage['deliveryQuestion']>;
  onAnswer: (fields: Record<string, string>) => Promise<void>;
}

/** One more tap, at least. */
const ASKS_MORE: readonly DeliveryAnswer[] = ['address', 'not_wanted'];

/** Asks what shall become of a parcel that the rider could not hand over; one tap is enough, but for a new address, and to send it back for good. */
export default function DeliveryQuestion({ question: { reason, dueBy, answer, outcome }, onAnswer }: Props) {
  const [opened, setOpened] = useState<DeliveryAnswer>();
  const title = useRef<HTMLHeadingElement>(null);
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState('');
  const [addressError, setAddressError] = useState<string>();
  const send = async (wanted: DeliveryAnswer, form?: HTMLFormElement) => {
    if (isSending) return;
    setIsSending(true);
    setError('');
    setAddressError('');
    const typed = form ? (Object.fromEntries(new FormData(form)) as Record<string, string>) : {};
    try {
      await onAnswer({ answer: wanted, ...typed });
      // The buttons are gone, and with them what had the focus and how far the page was scrolled.
      title.current?.focus();
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      const refused = refusalOf(failure, ['customerAddress']).fieldErrors;
      setAddressError(refused.customerAddress);
      if (!form || !focusFirst(form, refused)) setError(refusalText(failure));
    }
    setIsSending(false);
  };

  return (
    <section aria-labelledby="attempt-title" className="rounded-sm border border-gold/60 bg-cream p-5 sm:p-8">
      <h2 ref={title} id="attempt-title" tabIndex={-1} className="scroll-mt-28 text-2xl outline-none">
        {answer ? 'Thank you for your answer' : 'We could not hand over your parcel'}
      </h2>
      {answer ? (
        <p role="status" className="mt-2">
          <strong className="font-medium">{ANSWER_TEXTS[answer]}.</strong>{' '}
          {outcome === 'advice' ? 'We’ll tell the courier.' : 'We’ll call you about it.'}
        </p>
      ) : (
        <>
          <p className="mt-2">{saidByRider(reason)} What should the courier do?</p>
          {dueBy && Date.parse(dueBy) > Date.now() && (
            <p className="mt-2">
              Until <strong className="font-medium">{deadlineText(dueBy)}</strong>. Otherwise the parcel comes back to us.
            </p>
          )}
          <ul className="mt-4 grid gap-3 sm:grid-cols-2">
            {DELIVERY_ANSWERS.map((one) => (
              <li key={one}>
                <button
                  type="button"
                  disabled={isSending}
                  aria-expanded={ASKS_MORE.includes(one) ? opened === one : undefined}
                  onClick={() => (ASKS_MORE.includes(one) ? setOpened(opened === one ? undefined : one) : void send(one))}
                  className="btn btn-outline min-h-11 w-full"
                >
                  {ANSWER_TEXTS[one]}
                </button>
              </li>
            ))}
          </ul>
          {opened === 'not_wanted' && (
            <div className="mt-4">
              <p>Your parcel comes back to us, and this cannot be undone here.</p>
              <button type="button" disabled={isSending} onClick={() => void send('not_wanted')} className="btn btn-primary mt-3">
                {isSending ? 'Sending...' : 'Send it back'}
              </button>
            </div>
          )}
          {opened === 'address' && (
            <form
              noValidate
              onInput={() => setAddressError('')}
              aria-label="Correct my address"
              onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
                event.preventDefault();
                void send('address', event.currentTarget);
              }}
              className="mt-4 space-y-4"
            >
              <CorrectedPlace errors={{ customerAddress: addressError }} />
              <button type="submit" disabled={isSending} className="btn btn-primary">
                {isSending ? 'Sending...' : 'Send to this address'}
              </button>
            </form>
          )}
          <p role="alert" className="mt-3 text-danger empty:hidden">
            {error}
          </p>
        </>
      )}
    </section>
  );
}
