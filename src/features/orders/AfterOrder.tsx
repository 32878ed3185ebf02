import { useState } from 'react';
import { ApiFailure } from '#browser/api.ts';
import { Success } from '#components/Success.tsx';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import type { OrderedAgain } from './order-again.ts';
import { refusalText } from './order-page-link.ts';

/** The same pieces once more, and the receipt. */
export function AfterOrder({ page: { items, isUnpacked } }: { page: OrderPage }) {
  const [isBusy, setIsBusy] = useState(false);
  const [again, setAgain] = useState<OrderedAgain>();
  const [error, setError] = useState('');
  const order = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setError('');
    try {
      const { orderAgain } = await import('./order-again.ts');
      setAgain(await orderAgain(items));
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setError(refusalText(failure));
    }
    setIsBusy(false);
  };
  return (
    <section aria-label="This order">
      <div className="flex flex-wrap gap-3">
        {/* Until it is packed more pieces go into this order. */}
        {!isUnpacked && (
          <button type="button" onClick={order} disabled={isBusy} className="btn btn-outline max-sm:grow">
            {isBusy ? 'Adding...' : 'Order again'}
          </button>
        )}
        <button type="button" onClick={() => window.print()} className="btn btn-outline max-sm:grow">
          Print the receipt
        </button>
      </div>
      <p role="alert" className="mt-3 text-danger empty:hidden">
        {error}
      </p>
      <Success className="mt-3 text-sm">
        {again && again.added.length > 0 && (
          <>
            In your cart: {again.added.join(', ')}.{' '}
            <button type="button" data-action="open-cart" className="underline decoration-gold underline-offset-4">
              See the cart
            </button>
          </>
        )}
      </Success>
      {again && again.missing.length > 0 && (
        <p role="status" className="mt-3 bg-notice px-4 py-3 text-sm">
          No longer available: {again.missing.join(', ')}.
        </p>
      )}
    </section>
  );
}
