import { lazy, Suspense, useEffect, useState } from 'react';
import { announce } from '#browser/announce.ts';
import { ApiFailure } from '#browser/api.ts';
import { Medallion } from '#components/Medallion.tsx';
import { progressLabel } from '#domain/orders/labels.ts';
import type { OrderPage as Page } from '#domain/orders/page-contract.ts';
import { CancellationRequest, isCancellationWaiting } from './CancellationRequest.tsx';
import { ConfirmOrder } from './ConfirmOrder.tsx';
import { MorePieces } from './MorePieces.tsx';
import { OrderRecipient } from './OrderRecipient.tsx';
import { callOrderPage, failureText, linkIn, type OrderAction } from './order-page-link.ts';
import { TrackedOrderView } from './TrackedOrderView.tsx';
import { UseCredit } from './UseCredit.tsx';

/** Of few orders: they load with the page of one that has them. */
const AdvancePayment = lazy(() => import('./AdvancePayment.tsx').catch(() => ({ default: NotLoaded })));
const DueAtDoor = lazy(() => import('./DueAtDoor.tsx').catch(() => ({ default: NotLoaded })));

const ParcelWays = lazy(() => import('./ParcelWays.tsx').catch(() => ({ default: () => <></> })));
const PackedPhotos = lazy(() => import('./PackedPhotos.tsx').catch(() => ({ default: () => <></> })));

function NotLoaded() {
  return (
    <p role="alert" className="bg-notice px-4 py-3">
      What is to be paid could not be loaded. Please reload the page.
    </p>
  );
}

/** Of an order that has arrived. */
const Returns = lazy(() => import('./Returns.tsx').catch(() => ({ default: ReturnsNotLoaded })));

function ReturnsNotLoaded() {
  return (
    <p role="alert" className="bg-notice px-4 py-3">
      Returns and exchanges could not be loaded. Please reload the page, or call us.
    </p>
  );
}

/** Of a parcel that the rider could not hand over. */
const DeliveryQuestion = lazy(() => import('./DeliveryQuestion.tsx').catch(() => ({ default: QuestionNotLoaded })));

function QuestionNotLoaded() {
  return (
    <p role="alert" className="bg-notice px-4 py-3">
      What we want to ask about your parcel could not be loaded. Please reload the page, or call us.
    </p>
  );
}

type State = { is: 'loading' } | { is: 'shown'; page: Page } | { is: 'failed'; failure: ApiFailure };

/** The secret page of one order: where it is, where it goes, and what its shopper may ask for. */
export function OrderPage() {
  const [state, setState] = useState<State>({ is: 'loading' });
  const [hasJustAsked, setHasJustAsked] = useState(false);

  // A link that is opened over another one changes only what stands behind `#`.
  useEffect(() => {
    const reload = () => load(setState);
    reload();
    window.addEventListener('hashchange', reload);
    return () => window.removeEventListener('hashchange', reload);
  }, []);

  if (state.is === 'loading') return <Loading />;
  if (state.is === 'failed') return <Failed failure={state.failure} onRetry={() => load(setState)} />;
  const { page } = state;
  const ask = async (action: OrderAction, fields: Record<string, string | number>) => {
    setState({ is: 'shown', page: await callOrderPage(linkIn(location), action, fields) });
  };
  const isOpen = page.status !== 'cancelled';
  const askToCancel = async (reason: string) => {
    await ask('/cancellation', { reason });
    setHasJustAsked(true);
  };
  // What was asked leads, and nobody is asked to confirm what they want cancelled.
  const isWaiting = isOpen && isCancellationWaiting(page);
  const cancellation = isOpen && (page.isUnpacked || page.cancellationAskedAt) && (
    <CancellationRequest page={page} hasJustAsked={hasJustAsked} onAsk={askToCancel} />
  );
  return (
    <div className="space-y-6">
      {page.awaitsProof && (
        <p className="rounded-sm border border-gold/60 bg-cream p-5">
          <strong className="font-medium">We call you first.</strong> Very many people order right now: your pieces are set aside
          as soon as we have spoken.
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
      {(page.dueAtDoor || location.hash.includes('.')) && (
        <Suspense fallback={<div className="skeleton h-64" />}>
          <DueAtDoor due={page.dueAtDoor} onReport={(fields) => ask('/asked-sum', fields)} />
        </Suspense>
      )}
      {page.advance && (
        <Suspense fallback={<div className="skeleton h-96" />}>
          <AdvancePayment page={page} advance={page.advance} onSend={(fields) => ask('/transfer', fields)} />
        </Suspense>
      )}
      {page.mayConfirm && !isWaiting && (
        <ConfirmOrder page={page} onConfirm={() => ask('/confirmation', { version: page.version })} />
      )}
      <TrackedOrderView order={page} isAttempted={Boolean(page.deliveryQuestion)} />
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
          <Returns returns={page.returns} onPage={(next) => setState({ is: 'shown', page: next })} />
        </Suspense>
      )}
      {page.storeCredit !== undefined && !isWaiting && (
        <UseCredit credit={page.storeCredit} onUse={() => ask('/credit', { amount: page.storeCredit ?? 0 })} />
      )}
      {isOpen && !isWaiting && <MorePieces page={page} />}
      <OrderRecipient page={page} onCorrect={ask} />
      {!isWaiting && cancellation}
      <p className="text-sm text-ink-soft">
        Whoever has the link of this page can see it: please pass it on only to people you trust. It closes 30 days after the
        delivery.
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
    show({ is: 'failed', failure });
  }
}

function Failed({ failure, onRetry }: { failure: ApiFailure; onRetry: () => void }) {
  const { title, text, mayRetry } = failureText(failure);
  return (
    <div role="alert" className="py-10 text-center">
      <Medallion icon="gem" />
      <h2 className="mt-6 text-3xl">{title}</h2>
      <p className="mx-auto mt-3 max-w-md text-balance text-ink-soft">{text}</p>
      {mayRetry ? (
        <button type="button" onClick={onRetry} className="btn btn-primary mt-8">
          Try again
        </button>
      ) : (
        <a href="/track" className="btn btn-primary mt-8">
          Track an order
        </a>
      )}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className="space-y-6">
      <p className="text-sm text-ink-soft">Loading your order…</p>
      <div className="skeleton h-96" />
    </div>
  );
}
