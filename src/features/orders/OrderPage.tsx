import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useState } from 'react';
import { announce } from '#browser/announce.ts';
import { ApiFailure } from '#browser/api.ts';
import { progressLabel } from '#domain/orders/labels.ts';
import type { OrderPage as Page } from '#domain/orders/page-contract.ts';
import { WHERE_THE_PAGE_IS } from '#domain/orders/page-link.ts';
import { forgetPageKey } from '#features/shopper/page-keys.ts';
import { AfterOrder } from './AfterOrder.tsx';
import { CancellationRequest, isCancellationWaiting } from './CancellationRequest.tsx';
import { ConfirmOrder } from './ConfirmOrder.tsx';
import { Letterhead } from './Letterhead.tsx';
import { MorePieces } from './MorePieces.tsx';
import { Failed, Loading } from './OrderPageStates.tsx';
import { OrderRecipient } from './OrderRecipient.tsx';
import { callOrderPage, isLabel, linkIn, type OrderAction } from './order-page-link.ts';
import {
  AdvancePayment,
  DeliveryQuestion,
  DueAtDoor,
  LabelPage,
  PackedPhotos,
  ParcelWays,
  Returns,
} from './order-page-parts.tsx';
import { TrackedOrderView } from './TrackedOrderView.tsx';
import { $typedRecipient, keepCorrection, shownRecipient } from './typed-recipient.ts';
import { UseCredit } from './UseCredit.tsx';

type State = { is: 'loading' } | { is: 'shown'; page: Page } | { is: 'failed'; failure: ApiFailure };

/** What stands behind the link of an order, or behind the code on a parcel's label. */
export function OrderPage() {
  const [hash, setHash] = useState<string>();
  // A link that is opened over another one changes only what stands behind `#`.
  useEffect(() => {
    const read = () => setHash(location.hash);
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  if (hash === undefined) return <Loading />;
  if (!isLabel({ hash })) return <SecretPage key={hash} />;
  return (
    <Suspense fallback={<Loading />}>
      <LabelPage key={hash} />
    </Suspense>
  );
}

/** The secret page of one order: where it is, where it goes, and what its shopper may ask for. */
function SecretPage() {
  const [state, setState] = useState<State>({ is: 'loading' });
  const [hasJustAsked, setHasJustAsked] = useState(false);
  const typed = useStore($typedRecipient);

  useEffect(() => {
    load(setState);
  }, []);

  if (state.is === 'loading') return <Loading />;
  if (state.is === 'failed') return <Failed failure={state.failure} onRetry={() => load(setState)} />;
  const { page } = state;
  const ask = async (action: OrderAction, fields: Record<string, string | number>) => {
    const next = await callOrderPage(linkIn(location), action, fields);
    keepCorrection(page, next, fields);
    setState({ is: 'shown', page: next });
  };
  const isOpen = page.status !== 'cancelled';
  const askToCancel = async (reason: string) => {
    await ask('/cancellation', { reason });
    setHasJustAsked(true);
  };
  // What was asked leads, and nobody is asked to confirm what they want cancelled.
  const isWaiting = isOpen && isCancellationWaiting(page);
  const mayConfirm = page.mayConfirm && !isWaiting;
  // One button of the page is filled: what is to be paid or confirmed comes first.
  const isFilled = !(page.advanceWaitsFor === 'payment' || (mayConfirm && !page.isConfirmed));
  const cancellation = isOpen && (page.isUnpacked || page.cancellationAskedAt) && (
    <CancellationRequest
      page={page}
      hasJustAsked={hasJustAsked}
      isFilled={isFilled}
      onAsk={askToCancel}
      onWithdraw={() => ask('/cancellation/withdrawal', {})}
    />
  );
  return (
    <div data-order-page className="space-y-6">
      {page.awaitsProof && (
        <p className="rounded-sm border border-gold/60 bg-cream p-5">
          <strong className="font-medium">We call you first.</strong> We are very busy right now: your pieces are set aside as
          soon as we have spoken.
        </p>
      )}
      {page.deliveryQuestion && (
        <Suspense fallback={<div className="skeleton h-64" />}>
          <DeliveryQuestion
            question={page.deliveryQuestion}
            onAnswer={(fields) => ask('/delivery', { questionId: page.deliveryQuestion?.id ?? '', ...fields })}
          />
        </Suspense>
      )}
      {isWaiting && cancellation}
      {page.dueAtDoor && (
        <Suspense fallback={<div className="skeleton h-64" />}>
          <DueAtDoor due={page.dueAtDoor} onReport={(fields) => ask('/asked-sum', fields)} />
        </Suspense>
      )}
      {page.advance && (
        <Suspense fallback={<div className="skeleton h-96" />}>
          <AdvancePayment page={page} advance={page.advance} onSend={(fields) => ask('/transfer', fields)} />
        </Suspense>
      )}
      {mayConfirm && <ConfirmOrder page={page} onConfirm={() => ask('/confirmation', { version: page.version })} />}
      <TrackedOrderView order={page} letterhead={<Letterhead recipient={shownRecipient(page, typed)} />} />
      <AfterOrder page={page} />
      {page.parcels && (
        <Suspense fallback={<div className="skeleton h-64" />}>
          <ParcelWays parcels={page.parcels} />
        </Suspense>
      )}
      {page.packedPhotos && (
        <Suspense>
          <PackedPhotos photos={page.packedPhotos} />
        </Suspense>
      )}
      {page.returns && (
        <Suspense fallback={<div className="skeleton h-64" />}>
          <Returns
            returns={page.returns}
            from={[page.recipientName ?? page.customerName, page.customerAddress, page.city].join(', ')}
            onPage={(next) => setState({ is: 'shown', page: next })}
          />
        </Suspense>
      )}
      {page.storeCredit !== undefined && !isWaiting && (
        <UseCredit credit={page.storeCredit} onUse={() => ask('/credit', { amount: page.storeCredit ?? 0 })} />
      )}
      {isOpen && !isWaiting && <MorePieces page={page} />}
      <OrderRecipient page={page} isFilled={isFilled} onCorrect={ask} />
      {!isWaiting && cancellation}
      <p className="text-sm text-ink-soft">
        {WHERE_THE_PAGE_IS} Whoever has its link can see it: please pass it on only to people you trust. It closes 30 days after
        the delivery.
      </p>
    </div>
  );
}

async function load(show: (state: State) => void): Promise<void> {
  show({ is: 'loading' });
  try {
    const page = await callOrderPage(linkIn(location));
    show({ is: 'shown', page });
    announce(`Order ${page.orderNumber}: ${progressLabel(page)}`);
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    if (failure.status === 404 || failure.status === 410) forgetPageKey(linkIn(location).orderNumber);
    show({ is: 'failed', failure });
  }
}
