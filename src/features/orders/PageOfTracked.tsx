import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { ApiFailure, callApi } from '#browser/api.ts';
import type { OrderTracking } from '#domain/orders/tracking-contract.ts';
import { $pageKeys, orderPath } from '#features/shopper/page-keys.ts';
import { AskedLink, AskForLink } from './AskedLink.tsx';
import { refusalText } from './order-page-link.ts';

const NONE = {};

/**
 * From a tracked order to its page: straight on the device that it was placed on, otherwise by mail to the order's own address. A label has number and phone,
 * so that they open no page.
 */
export function PageOfTracked({ query: tracked }: { query: OrderTracking }) {
  // What is typed afterwards is about another order.
  const [query] = useState(tracked);
  const keys = useStore($pageKeys, { ssr: () => NONE });
  const isHere = query.orderNumber in keys;
  return (
    <section aria-labelledby="page-title" className="mt-6 rounded-sm border border-line bg-white px-5 py-7 sm:px-8">
      <h2 id="page-title" className="text-2xl">
        Change, return or report something?
      </h2>
      <p className="mt-2 text-ink-soft">
        {isHere
          ? 'You ordered on this device: the page of your order does all of it.'
          : 'The page of your order does all of it. Its link goes to the e-mail address of the order, so that nobody but you can open it.'}
      </p>
      {isHere ? (
        <a href={orderPath(query.orderNumber, keys)} className="btn btn-primary mt-4 max-sm:w-full">
          Open the page of your order
        </a>
      ) : (
        <MailedLink query={query} />
      )}
    </section>
  );
}

function MailedLink({ query }: { query: OrderTracking }) {
  const [isSending, setIsSending] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const [error, setError] = useState('');
  const ask = async () => {
    if (isSending) return;
    setIsSending(true);
    setError('');
    try {
      await callApi('POST', '/orders/track/link', { body: query });
      setIsAsked(true);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setError(refusalText(failure));
    }
    setIsSending(false);
  };
  return (
    <>
      <AskedLink isAsked={isAsked} ifTrue="Thank you:" />
      <p role="alert" className="mt-4 text-danger empty:hidden">
        {error}
      </p>
      {!isAsked && (
        <button type="button" onClick={ask} disabled={isSending} className="btn btn-primary mt-4 max-sm:w-full">
          {isSending ? 'Sending...' : 'Mail me the link'}
        </button>
      )}
      <AskForLink orderNumber={query.orderNumber} />
    </>
  );
}
