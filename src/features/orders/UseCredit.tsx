import { useState } from 'react';
import { ApiFailure } from '#browser/api.ts';
import { formatPrice } from '#domain/money.ts';
import { refusalText } from './order-page-link.ts';

/** Store credit that the shopper may use for this order. */
export function UseCredit({ credit, onUse }: { credit: number; onUse: () => Promise<void> }) {
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState('');
  const spend = async () => {
    if (isSending) return;
    setIsSending(true);
    setError('');
    try {
      await onUse();
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setError(refusalText(failure));
    } finally {
      setIsSending(false);
    }
  };
  return (
    <section aria-labelledby="credit-title" className="rounded-sm border border-gold/60 bg-cream p-5 sm:p-6">
      <h2 id="credit-title" className="text-2xl">
        You have store credit
      </h2>
      <p className="mt-2 text-sm text-ink-soft">
        Use {formatPrice(credit)} of it for this order: you pay the rider that much less.
      </p>
      <p role="alert" className="mt-3 bg-notice px-3 py-2 text-sm empty:hidden">
        {error}
      </p>
      <button type="button" onClick={spend} disabled={isSending} className="btn btn-outline mt-4 max-sm:w-full">
        {isSending ? 'Sending...' : `Use ${formatPrice(credit)} for this order`}
      </button>
    </section>
  );
}
