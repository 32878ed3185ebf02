import { useStore } from '@nanostores/react';
import { type ComponentType, lazy, type RefObject, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react';
import { Honeypot } from '#components/Field.tsx';
import { useHydrated } from '#components/use-hydrated.ts';
import { $shopper } from '#features/shopper/shopper-session.ts';
import { CheckoutProblemNote } from './CheckoutProblemNote.tsx';
import { ContactStep } from './ContactStep.tsx';
import { LAST_STEP, STEPS } from './checkout-form.ts';
import {
  $isCartEmpty,
  $isSending,
  $orderQueued,
  $placedOrder,
  $prefilled,
  $problem,
  $step,
  advance,
  goToStep,
  openCheckout,
  type Placed,
  reportProblem,
} from './checkout-store.ts';
import { EmptyCheckout } from './EmptyCheckout.tsx';
import type { GiftOffers } from './GiftBox.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { pathOf } from './order-paths.ts';
import { OrderQueued, QueuedOrders } from './QueuedOrders.tsx';
import { StepIndicator } from './StepIndicator.tsx';

// The dialog over it stays, should the device be offline by now.
const PlacedOrderPage = lazy(() => import('./PlacedOrderPage.tsx').catch(() => ({ default: () => <></> })));

// On most devices nobody is known.
const NotYou = lazy(() => import('./NotYou.tsx').catch(() => ({ default: () => <></> })));

const NONE: [] = [];

/** There at once when it has been loaded: whoever types on at once misses no field while React would show that they come. */
let LoadedAddress: ComponentType<GiftOffers> | undefined;

/** Loaded with the first touch of the form: the contact is typed first. */
async function loadAddress(): Promise<{ default: ComponentType<GiftOffers> }> {
  try {
    const loaded = await import('./AddressStep.tsx');
    LoadedAddress = loaded.default;
    return loaded;
  } catch {
    return { default: NotLoaded };
  }
}

const LazyAddress = lazy(loadAddress);

function AddressFields(offers: GiftOffers) {
  const [Fields] = useState<ComponentType<GiftOffers>>(() => LoadedAddress ?? LazyAddress);
  return (
    <Suspense fallback={<div className="skeleton h-96" />}>
      <Fields {...offers} />
    </Suspense>
  );
}

function NotLoaded() {
  return (
    <p role="alert">This part could not be loaded. Please check your connection and open the page again: what you typed stays.</p>
  );
}

/** Loaded while the address is typed, too. */
const loadOrdering = () => import('./complete-order.ts');

function order(): void {
  const text = 'We cannot reach the shop. Please check your connection and try again.';
  loadOrdering().then(
    ({ completeOrder }) => completeOrder(),
    () => reportProblem({ kind: 'message', text }),
  );
}

/** Loaded while the address is typed. Should it not come, the summary says the total, too. */
const loadPayment = () => import('./PaymentStep.tsx').catch(() => ({ default: () => <></> }));
const PaymentStep = lazy(loadPayment);

/** Loaded while the order is being sent. Should it not come, the order's own page says the same. */
const loadSubmitted = () => import('./OrderSubmitted.tsx').catch(() => ({ default: ToOrderPage }));
const OrderSubmitted = lazy(loadSubmitted);

function ToOrderPage({ order }: { order: Placed }) {
  useEffect(() => location.assign(pathOf(order)), [order]);
  return <></>;
}

/** The checkout: three steps, with the order summary beside them. Without a cart it says so; once the order is placed it is the order's page. */
export function CheckoutWizard({ offersTransfer, giftWrap }: GiftOffers) {
  const step = useStore($step, { ssr: () => 0 });
  const isSending = useStore($isSending, { ssr: () => false });
  const placedOrder = useStore($placedOrder, { ssr: () => null });
  const orderQueued = useStore($orderQueued, { ssr: () => null });
  const form = useRef<HTMLFormElement>(null);
  const isHydrated = useHydrated();
  const isPrefilled = useStore($prefilled, { ssr: () => NONE }).length > 0;
  const isKnown = useStore($shopper, { ssr: () => undefined }) !== undefined || isPrefilled;
  const isEmpty = useStore($isCartEmpty);
  useEffect(openCheckout, []);
  useEffect(() => {
    if (step === 0) return;
    void loadPayment();
    loadOrdering().catch(console.warn);
  }, [step]);
  useEffect(() => {
    if (isSending) void loadSubmitted();
  }, [isSending]);
  useFocusFollowing(form);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (step === LAST_STEP) order();
    else if (step === 0) loadAddress().then(() => $step.get() === 0 && advance());
    else advance();
  };

  const steps = (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_min(25rem,42%)] lg:gap-16">
      <div className="noscript:hidden lg:order-last lg:sticky lg:top-44">
        <OrderSummary />
      </div>
      <form
        ref={form}
        method="post"
        action="/forms/checkout"
        noValidate
        onSubmit={submit}
        onFocus={loadAddress}
        aria-label="Checkout"
        className="space-y-8"
      >
        <StepIndicator step={step} />
        <Honeypot />
        <div className="space-y-5">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <h2 id="step-title" tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
              {STEPS[step]}
            </h2>
            {isKnown && (
              <Suspense>
                <NotYou />
              </Suspense>
            )}
          </div>
          {step === 0 && <ContactStep />}
          {step === 1 && <AddressFields offersTransfer={offersTransfer} giftWrap={giftWrap} />}
          {step === LAST_STEP && (
            <Suspense>
              <PaymentStep offersTransfer={offersTransfer} />
            </Suspense>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          {step > 0 ? (
            <button type="button" onClick={() => goToStep(step - 1)} className="btn btn-outline">
              Back
            </button>
          ) : (
            <a href="/products" className="btn px-0 hover:text-gold-deep">
              Return to the shop
            </a>
          )}
          {/* Two buttons, not one that changes its text: a press that was held for the first never falls on the second. */}
          <button
            key={step < LAST_STEP ? 'continue' : 'complete'}
            type="submit"
            disabled={isSending}
            className="btn btn-primary max-sm:grow sm:min-w-[min(13rem,100%)]"
          >
            {step < LAST_STEP ? 'Continue' : isSending ? 'Sending...' : 'Complete Order'}
          </button>
        </div>
        <CheckoutProblemNote />
      </form>
    </div>
  );

  if (placedOrder) {
    return (
      <>
        <Suspense>
          <PlacedOrderPage path={pathOf(placedOrder)} />
        </Suspense>
        <Suspense>
          <OrderSubmitted order={placedOrder} />
        </Suspense>
      </>
    );
  }
  return (
    <>
      <QueuedOrders />
      <Suspense>{orderQueued && <OrderQueued {...orderQueued} />}</Suspense>
      {/* The prebuilt page has both, and shows the right one before the script is there (early.ts). */}
      {!(isHydrated && isEmpty) && <div className={isHydrated ? '' : 'with-cart'}>{steps}</div>}
      {!(isHydrated && !isEmpty) && (
        <div className={isHydrated ? '' : 'without-cart'}>
          <EmptyCheckout />
        </div>
      )}
    </>
  );
}

/** Moves the focus to the new step's heading, or to the first field with an error. */
function useFocusFollowing(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    // A step restored by a reload does not move the focus.
    const follow = () => {
      if ($problem.get() && form.current) showProblem(form.current);
      else form.current?.querySelector<HTMLElement>('#step-title')?.focus();
    };
    const unbindStep = $step.listen(() => requestAnimationFrame(follow));
    const unbindProblem = $problem.listen((problem) => problem && requestAnimationFrame(follow));
    return () => {
      unbindStep();
      unbindProblem();
    };
  }, [form]);
}

/**
 * Moves to the first field with an error, or shows what is said below the fields. Called after React has rendered the problem. The Order now sheet imports it
 * from here, so that the checkout stays one file: what both share would be another one, and a kilobyte more.
 */
export function showProblem(form: HTMLElement): void {
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (field) field.focus();
  else form.querySelector('[data-problem]')?.scrollIntoView({ block: 'nearest' });
}
