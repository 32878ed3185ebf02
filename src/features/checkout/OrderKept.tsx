import { useLayoutEffect, useRef } from 'react';
import { Icon } from '#components/Icon.tsx';
import { $orderKept } from './checkout-store.ts';

/** Says that there was no line, and what happens to the order. */
export function OrderKept({ maybePlaced }: { maybePlaced: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="order-kept-title"
      onClose={showKept}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-sm bg-ivory p-0 text-ink shadow-lift transition-[opacity,translate] duration-300 ease-calm starting:translate-y-3 starting:opacity-0"
    >
      <div className="flex flex-col items-center gap-4 px-6 py-10 text-center sm:px-10">
        <span className="grid size-16 place-items-center rounded-full border border-gold text-gold-deep">
          <Icon name="bag" className="size-8" />
        </span>
        <h2 id="order-kept-title" className="text-3xl">
          Order Kept
        </h2>
        <p>
          {maybePlaced
            ? 'Your order is kept on this phone and will be sent again when there is a line. The shop has not confirmed it yet, and it is never placed twice.'
            : 'Your order is kept on this phone and will be sent when there is a line. It is not placed yet.'}
        </p>
        <p className="text-sm text-ink-soft">
          If a price or the stock has changed by then, nothing is ordered before you have seen it.
        </p>
        <button type="button" onClick={() => dialog.current?.close()} className="btn btn-primary w-full">
          Show my kept order
        </button>
        <a
          href="/products"
          className="-mb-3 inline-flex min-h-11 items-center text-sm font-medium underline decoration-gold underline-offset-4"
        >
          Continue shopping
        </a>
      </div>
    </dialog>
  );
}

function showKept(): void {
  $orderKept.set(null);
  document.querySelector('[aria-label="Kept order"]')?.scrollIntoView();
}
