import { lazy, Suspense, useEffect, useState } from 'react';
import { announce } from '#browser/announce.ts';
import { ApiFailure } from '#browser/api.ts';
import { progressLabel } from '#domain/orders/labels.ts';
import type { OrderPage as Page } from '#domain/orders/page-contract.ts';
import { WHERE_THE_PAGE_IS } from '#domain/orders/page-link.ts';
import { forgetPageKey } from '#features/shopper/page-keys.ts';
import { CancellationRequest, isCancellationWaiting } from './CancellationRequest.tsx';
import { ConfirmOrder } from './ConfirmOrder.tsx';
import { MorePieces } from './MorePieces.tsx';
import { Failed, Loading } from './OrderPageStates.tsx';
import { OrderRecipient } from './OrderRecipient.tsx';
import { callOrderPage, isLabel, linkIn, type OrderAction } from './order-page-link.ts';
import { TrackedOrderView } from './TrackedOrderView.tsx';
import { UseCredit } from './UseCredit.tsx';

/** Few orders have these: they load with the page of one that has them. */
const AdvancePayment = lazy(() => import('./AdvancePayment.tsx').catch(() => ({ default: NotLoaded })));
const DueAtDoor = lazy(() => import('./DueAtDoor.tsx').catch(() => ({ default: NotLoaded })));

/** For a label that was scanned. */
const LabelPage = lazy(() => import('./LabelPage.tsx').catch(() => ({ default: NotLoaded })));

const ParcelWays = lazy(() => import('./ParcelWays.tsx').catch(() => ({ default: () => <></> })));
const PackedPhotos = lazy(() => import('./PackedPhotos.tsx').catch(() => ({ default: () => <></> })));

function NotLoaded() {
  return (
    <p role="alert" className="bg-notice px-4 py-3">
      What is to be paid could not be loaded. Please reload the page.
    </p>
  );
}

/** For an order that has arrived. */
const Returns = lazy(() => import('./Returns.tsx').catch(() => ({ default: ReturnsNotLoaded })));

function ReturnsNotLoaded() {
  return (
    <p role="alert" className="bg-notice px-4 py-3">
      Returns and exchanges could not be loaded. Please reload the page, or call us.
    </p>
  );
}

/** For a parcel that the rider could not hand over. */
const DeliveryQuestion = lazy(() => import('./DeliveryQuestion.tsx').catch(() => ({ default: QuestionNotLoaded })));

function QuestionNotLoaded() {
  return (
    <p role="alert" className="bg-notice px-4 py-3">
      What we want to ask about your parcel could not be loaded. Please reload the page, or call us.
    </p>
  );
}

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

  useEffect(() => {
    load(setState);
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
