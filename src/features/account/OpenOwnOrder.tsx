import { useState } from 'react';
import { ApiFailure, callApi } from '#browser/api.ts';
import { shopperToken } from '#features/shopper/shopper-session.ts';

interface Props {
  id: string;
  orderNumber: string;
  className: string;
}

/** Asks for the link of one order of the account, whose key no list tells, and opens it. */
export function OpenOwnOrder({ id, orderNumber, className }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState('');
  const open = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setError('');
    try {
      const { link } = await callApi<{ link: string }>('GET', `/orders/mine/${id}/page-link`, { token: shopperToken() });
      // The shop may be reached by another address than its own.
      const { pathname, hash } = new URL(link);
      location.assign(pathname + hash);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setError(failure.message);
      setIsBusy(false);
    }
  };
  return (
    <>
      <button type="button" onClick={open} aria-label={`See order ${orderNumber}`} className={className}>
        {isBusy ? 'Opening...' : 'See order'}
      </button>
      <span role="alert" className="w-full text-sm text-danger empty:hidden">
        {error}
      </span>
    </>
  );
}
