import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { ApiFailure } from '#browser/api.ts';
import { Success } from '#components/Success.tsx';
import { formatPrice } from '#domain/money.ts';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import { dueOnDelivery } from '#domain/orders/paid.ts';
import { refusalText } from './order-page-link.ts';
import { $typedRecipient, shownRecipient } from './typed-recipient.ts';

interface Props {
  page: OrderPage;
  onConfirm: () => Promise<void>;
}

/** The shopper's own word that the order is real. Where an advance is due, paying it comes first. */
export function ConfirmOrder({ page, onConfirm }: Props) {
  const [isSending, setIsSending] = useState(false);
  /** The version that was confirmed here. When the page shows another one afterwards, the order had been changed. */
  const [confirmed, setConfirmed] = useState('');
  const [error, setError] = useState('');
  // What is asked in advance is not paid at the door.
  const missing = page.advance?.missing ?? 0;
  const due = dueOnDelivery(page) - missing;
  const shown = shownRecipient(page, useStore($typedRecipient));
  const nothingDue = missing > 0 ? 'Nothing is due at the door.' : 'Nothing is left to pay.';

  if (page.isConfirmed) {
    return (
      <Success>
        <strong className="font-medium">Confirmed, thank you.</strong>{' '}
        {due > 0 ? `Please have ${formatPrice(due)} ready in cash.` : nothingDue}
      </Success>
    );
  }
  const confirm = async () => {
    if (isSending) return;
    setIsSending(true);
    setError('');
    setConfirmed(page.version);
    try {
      await onConfirm();
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setError(refusalText(failure));
    } finally {
      setIsSending(false);
    }
  };
  const isChanged = confirmed !== '' && confirmed !== page.version;
  return (
    <section aria-labelledby="confirm-title" className="rounded-sm border border-gold/60 bg-cream p-5 sm:p-6">
      <h2 id="confirm-title" className="text-2xl">
        Is everything right?
      </h2>
      <p className="mt-2 text-sm text-ink-soft">
        Confirm it here, so that we can pack it sooner.{' '}
        {due > 0 ? `You pay ${formatPrice(due)} in cash when it arrives.` : nothingDue}
      </p>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm [&_dd]:min-w-0 [&_dd]:break-words [&_dt]:text-muted">
        <dt>For</dt>
        <dd>
          <bdi>{shown.name}</bdi>, <span className="whitespace-nowrap tabular-nums">{shown.phone}</span>
        </dd>
        {!page.isCollected && (
          <>
            <dt>To</dt>
            <dd>
              <bdi>{[shown.address, shown.city].filter(Boolean).join(', ')}</bdi>
            </dd>
          </>
        )}
      </dl>
      <p role="alert" className="mt-3 bg-notice px-3 py-2 text-sm empty:hidden">
        {isChanged ? 'Your order was changed meanwhile. Please look at it again, then confirm it.' : error}
      </p>
      <button
        type="button"
        onClick={confirm}
        disabled={isSending}
        className={`btn mt-4 max-sm:w-full ${missing > 0 ? 'btn-outline' : 'btn-primary'}`}
      >
        {isSending ? 'Sending...' : 'Confirm my order'}
      </button>
    </section>
  );
}
