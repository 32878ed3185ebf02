import { useLayoutEffect, useRef } from 'react';
import { Icon } from '#components/Icon.tsx';
import { formatPrice } from '#shared/money.ts';

/** Confirms the order. Every way out leads away from the checkout. */
export function OrderSubmitted({ orderNumber, totalAmount }: { orderNumber: string; totalAmount: number }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="order-submitted-title"
      onClose={continueShopping}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-sm bg-ivory p-0 text-ink shadow-lift transition-[opacity,translate] duration-300 ease-calm starting:translate-y-3 starting:opacity-0"
    >
      <div className="flex flex-col items-center gap-4 px-6 py-10 text-center sm:px-10">
        <span className="grid size-16 place-items-center rounded-full border border-gold text-gold-deep">
          <Icon name="check" className="size-8" />
        </span>
        <h2 id="order-submitted-title" className="text-3xl">
          Order Submitted
        </h2>
        <p className="text-ink-soft">We will contact you shortly to confirm your order.</p>
        <p className="mb-2 w-full bg-cream px-4 py-3 text-sm">
          Order number <strong className="font-medium select-all">{orderNumber}</strong>
          <span className="block text-ink-soft">{formatPrice(totalAmount)} in cash when it arrives</span>
        </p>
        <button type="button" onClick={continueShopping} className="btn btn-primary w-full">
          Continue Shopping
        </button>
        <a
          href={`/track?orderNumber=${encodeURIComponent(orderNumber)}`}
          className="-mb-3 inline-flex min-h-11 items-center text-sm font-medium underline decoration-gold underline-offset-4"
        >
          Track your order
        </a>
      </div>
    </dialog>
  );
}

function continueShopping(): void {
  location.assign('/products');
}
