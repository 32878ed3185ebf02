import { useState } from 'react';
import { ApiFailure, callApi } from '#browser/api.ts';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import type { PageReturns } from '#domain/returns/page-returns.ts';
import { linkIn, refusalText } from './order-page-link.ts';

interface Props {
  asked: PageReturns['requests'][number];
  onPage: (page: OrderPage) => void;
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** Withdraws a request, with a second press. */
export function WithdrawReturn({ asked, onPage }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState('');
  async function withdraw() {
    if (isSending) return;
    setIsSending(true);
    setError('');
    try {
      const body = { ...linkIn(location), requestId: asked.id };
      onPage(await callApi<OrderPage>('POST', '/order-page/returns/withdrawal', { body }));
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setError(refusalText(failure));
    }
    setIsSending(false);
  }
  return (
    <div className="mt-3">
      {isAsking ? (
        <div className="flex flex-wrap items-center gap-3">
          <p>Withdraw {asked.returnNumber}?</p>
          <button type="button" ref={focus} disabled={isSending} onClick={() => void withdraw()} className="btn btn-primary">
            {isSending ? 'Sending...' : 'Yes, withdraw it'}
          </button>
          <button type="button" onClick={() => setIsAsking(false)} className="btn btn-outline">
            No, keep it
          </button>
        </div>
      ) : (
        <button
          type="button"
          onClick={() => setIsAsking(true)}
          className="min-h-11 text-sm underline decoration-gold underline-offset-4"
        >
          Withdraw this request
        </button>
      )}
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}
