import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';
import { Icon } from '#components/Icon.tsx';
import { formatPrice } from '#domain/money.ts';
import { countryName } from '#domain/places/countries.ts';
import { $cartLines } from '#features/cart/cart-store.ts';
import { $delivery } from '#features/cart/current-prices.ts';
import { DeliveryTime } from '#features/cart/DeliveryTime.tsx';
import { $discount } from '#features/cart/discount.ts';
import { totalOf } from '#features/cart/order-total.ts';
import { type CheckoutForm, isForOther } from './checkout-form.ts';
import { $form, $giftWrap, $payNow, goToStep } from './checkout-store.ts';
import { loadQueuedOrders } from './QueuedOrders.tsx';

// Cash on delivery does without.
const PayNow = lazy(() => import('./PayNow.tsx').catch(() => ({ default: () => <></> })));

/** Payment and delivery, and a review of the details. */
export default function PaymentStep({ offersTransfer }: { offersTransfer: boolean | undefined }) {
  useEffect(() => {
    loadQueuedOrders();
    // The order does without.
    import('./GoesWithOrder.tsx').then(({ findGoesWithOrder }) => findGoesWithOrder()).catch(console.warn);
  }, []);
  const form = useStore($form);
  const isNow = useStore($payNow) && offersTransfer;
  const total = totalOf(useStore($cartLines), useStore($giftWrap), useStore($delivery), useStore($discount));
  const name = `${form.firstName} ${form.lastName}`.trim();
  const isOthers = isForOther(form) || form.isGift !== '';
  const place = [form.city, form.zipCode].filter(Boolean).join(' ');
  return (
    <div className="space-y-5">
      {!isNow && (
        <div className="flex gap-4 rounded-sm border border-gold/60 bg-cream p-4 sm:p-5">
          <Icon name="truck" className="mt-0.5 size-6 shrink-0 text-gold-deep" />
          <div className="space-y-1">
            <p className="font-medium">Payment method: Cash on Delivery</p>
            <p className="text-sm text-ink-soft">
              {isOthers
                ? `Whoever takes the parcel pays ${formatPrice(total)} in cash, as its label says.${offersTransfer ? ' Pay by transfer, and nothing is due at the door.' : ''}`
                : `You pay ${formatPrice(total)} in cash when your order arrives.`}{' '}
              We will contact you shortly to confirm it; nothing is charged now.{' '}
              <a href="/shipping#at-the-door" target="_blank" rel="noopener" className="underline">
                What happens at the door
              </a>
            </p>
            {/* On a phone the summary, which says it, too, is folded. */}
            <div className="lg:hidden">
              <DeliveryTime />
            </div>
          </div>
        </div>
      )}
      {offersTransfer && (
        <Suspense>
          <PayNow total={total} />
        </Suspense>
      )}
      <dl className="divide-y divide-line rounded-sm border border-line bg-white px-4 sm:px-5">
        <Reviewed title="Contact" step={0} lines={[name, form.email, form.phone]} />
        <Reviewed
          title="Deliver to"
          step={1}
          lines={[form.recipientName, form.recipientPhone, form.address, place, countryName(form.country)]}
        />
        {form.isGift && <Reviewed title="Gift" step={1} lines={giftLines(form)} />}
      </dl>
    </div>
  );
}

/** What is done for a gift, line by line. */
function giftLines({ giftNote, hidesPrices, giftWrap }: CheckoutForm): string[] {
  const note = giftNote.trim();
  return [note ? `Card: ${note}` : 'No card', hidesPrices && 'No prices in the parcel', giftWrap && 'Wrapped'].filter(Boolean);
}

function Reviewed({ title, step, lines }: { title: string; step: number; lines: string[] }) {
  return (
    <div className="flex items-start gap-4 py-3.5">
      <dt className="w-20 shrink-0 text-sm text-muted">{title}</dt>
      <dd className="min-w-0 grow text-sm break-words whitespace-pre-line">{lines.filter(Boolean).join('\n')}</dd>
      <dd>
        <button
          type="button"
          onClick={() => goToStep(step)}
          aria-label={`Edit: ${title}`}
          className="-my-2 min-h-11 px-1 text-sm text-gold-deep underline underline-offset-4"
        >
          Edit
        </button>
      </dd>
    </div>
  );
}
