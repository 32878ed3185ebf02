import { lazy, Suspense, useRef, useState } from 'react';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import type { PageReturns } from '#domain/returns/page-returns.ts';
import { ReturnRequest } from './ReturnRequest.tsx';
import { policyText } from './return-texts.ts';

/** Most who open the page ask for nothing: the form loads with the press. */
const ReturnForm = lazy(() => import('./ReturnForm.tsx'));

interface Props {
  returns: PageReturns;
  /** Where a courier collects what was asked to be sent back. */
  from: string;
  /** Shows the page as it is after what was asked. */
  onPage: (page: OrderPage) => void;
}

/** What may be sent back, by when; what was asked for and where it stands. */
export default function Returns({ returns, from, onPage }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const { kinds, requests } = returns;
  return (
    <section aria-labelledby="returns-title" className="rounded-sm border border-line bg-white px-5 py-7 sm:px-8">
      <h2 ref={title} id="returns-title" tabIndex={-1} className="scroll-mt-32 text-2xl outline-none">
        Returns and exchanges
      </h2>
      <p className="mt-3 text-sm text-ink-soft">{policyText(returns)}</p>
      {requests.length > 0 && (
        <ul aria-label="Your requests" className="mt-5 space-y-4">
          {requests.map((asked) => (
            <ReturnRequest key={asked.id} asked={asked} from={from} onPage={onPage} />
          ))}
        </ul>
      )}
      {kinds.length > 0 && !isOpen && (
        <button type="button" onClick={() => setIsOpen(true)} className="btn btn-outline mt-5 max-sm:w-full">
          {requests.length > 0 ? 'Make another request' : 'Return, exchange or report a problem'}
        </button>
      )}
      {kinds.length > 0 && isOpen && (
        <Suspense fallback={<div className="skeleton mt-5 h-96" />}>
          <ReturnForm
            returns={returns}
            onCancel={() => {
              setIsOpen(false);
              title.current?.focus();
            }}
            onAsked={(page) => {
              setIsOpen(false);
              onPage(page);
              // The form is gone: what was asked stands below the title now.
              title.current?.focus();
            }}
          />
        </Suspense>
      )}
    </section>
  );
}
