import { type MouseEvent, useState } from 'react';
import { SHOP } from '#built/settings.ts';
import { Icon } from '#components/Icon.tsx';
import { confirmByWhatsapp } from '#domain/confirmations/by-whatsapp.ts';
import { formatPrice } from '#domain/money.ts';
import { trackPath, WHERE_THE_PAGE_IS } from '#domain/orders/page-link.ts';
import { $goesWithOrder, type Placed } from './checkout-store.ts';
import { OrderDialog } from './OrderDialog.tsx';
import { pathOf } from './order-paths.ts';

/** Confirms the order. Every way out leads away from the checkout. */
export default function OrderSubmitted({ order }: { order: Placed }) {
  const { id, orderNumber, totalAmount, paid, pageKey, awaitsProof, advanceMissing = 0 } = order;
  const inCash = (paid?.due ?? totalAmount) - advanceMissing;
  // What comes later would move the buttons.
  const [goesWith] = useState(() => $goesWithOrder.get());
  return (
    <OrderDialog name="order-submitted" icon="check" title="Order Submitted" onClose={continueShopping}>
      <p className="text-ink-soft">
        {awaitsProof
          ? 'We are very busy right now: we call you first, and set your pieces aside then.'
          : 'We will contact you shortly to confirm your order.'}
      </p>
      <p className="mb-2 w-full bg-cream px-4 py-3 text-sm">
        Order number <strong className="font-medium select-all">{orderNumber}</strong>
        {advanceMissing > 0 && <span className="block">Please pay {formatPrice(advanceMissing)} in advance</span>}
        {(inCash > 0 || !advanceMissing) && (
          <span className="block text-ink-soft">{formatPrice(inCash)} in cash when it arrives</span>
        )}
        {pageKey && (
          <>
            <a
              href={pathOf(order)}
              onClick={leaveDialog}
              className="inline-flex min-h-8 items-center underline decoration-gold underline-offset-4"
            >
              See your order or correct the address
            </a>
            <span className="block text-ink-soft">{WHERE_THE_PAGE_IS}</span>
          </>
        )}
      </p>
      {advanceMissing > 0 && pageKey && (
        <a href={pathOf(order)} onClick={leaveDialog} className="btn btn-primary w-full">
          See where to pay
        </a>
      )}
      {id && SHOP.whatsapp && (
        <div className="w-full">
          <a
            href={confirmByWhatsapp(SHOP.whatsapp, { id, orderNumber })}
            target="_blank"
            rel="noopener"
            className={`btn w-full ${advanceMissing ? 'btn-outline' : 'btn-primary'}`}
          >
            <Icon name="whatsapp" className="size-5" />
            Confirm on WhatsApp
          </a>
          <p className="mt-2 text-sm text-ink-soft">Just send the message that opens: it saves us a call.</p>
        </div>
      )}
      <button
        ref={focusFirst}
        type="button"
        onClick={continueShopping}
        className={`btn w-full ${(id && SHOP.whatsapp) || advanceMissing ? 'btn-outline' : 'btn-primary'}`}
      >
        Continue Shopping
      </button>
      <a
        href={trackPath(orderNumber)}
        className="-mb-3 inline-flex min-h-11 items-center text-sm font-medium underline decoration-gold underline-offset-4"
      >
        Track your order
      </a>
      {goesWith}
    </OrderDialog>
  );
}

/** `showModal` looks for the attribute, which React does not write. */
function focusFirst(button: HTMLButtonElement | null): void {
  button?.setAttribute('autofocus', '');
}

/** The checkout has this address already, and a link to where one is does nothing. */
function leaveDialog({ currentTarget }: MouseEvent<HTMLAnchorElement>): void {
  if (currentTarget.href === location.href) location.reload();
}

function continueShopping(): void {
  location.assign('/products');
}
