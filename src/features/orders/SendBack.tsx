import { lazy, Suspense, useState } from 'react';
import { formatDay } from '#domain/orders/labels.ts';
import type { PageReturns } from '#domain/returns/page-returns.ts';
import { payerText } from './return-texts.ts';

/** Loads with the press. */
const ReturnSlip = lazy(() => import('./ReturnSlip.tsx'));

interface Props {
  asked: PageReturns['requests'][number];
  /** Where a courier collects it: whoever got the parcel, as the page shows them. */
  from: string;
}

/** Where the pieces of an approved request go, by when, at whose cost, or who collects them, and a slip for the parcel. */
export function SendBack({ asked, from }: Props) {
  const [isPrinting, setIsPrinting] = useState(false);
  const { sendBack, shopPays, returnNumber } = asked;
  if (!sendBack) return null;
  const { by, to, pickup } = sendBack;
  return (
    <section aria-label={`Sending back ${returnNumber}`} className="mt-3 rounded-sm bg-white p-4">
      {pickup ? (
        <p>
          <strong className="font-medium">{pickup.courier}</strong> collects it from {from}, under the number{' '}
          <strong className="font-medium break-all">{pickup.trackingNumber}</strong>. You pay the rider nothing.
        </p>
      ) : to ? (
        <>
          <p className="text-sm text-muted">Send it to</p>
          <address className="mt-1 not-italic">
            <strong className="font-medium">{to.recipient}</strong>
            <span className="block whitespace-pre-line">{to.address}</span>
            <span className="block">{to.city}</span>
            <a href={`tel:${to.phone.replace(/[^\d+]/g, '')}`} className="block w-fit tabular-nums">
              {to.phone}
            </a>
          </address>
        </>
      ) : (
        <p>
          Please ask us for the address:{' '}
          <a href="/contact" className="underline underline-offset-4">
            call or write to us
          </a>
          .
        </p>
      )}
      {!pickup && (
        <p className="mt-3 text-sm">
          Please send it by <strong className="font-medium">{formatDay(by)}</strong>. {payerText(shopPays)}
        </p>
      )}
      {to && (
        <button
          type="button"
          disabled={isPrinting}
          onClick={() => setIsPrinting(true)}
          className="btn btn-outline mt-3 max-sm:w-full"
        >
          Print a slip for the parcel
        </button>
      )}
      {isPrinting && to && (
        <Suspense>
          <ReturnSlip asked={asked} to={to} onPrinted={() => setIsPrinting(false)} />
        </Suspense>
      )}
    </section>
  );
}
