import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Honeypot } from '#components/Field.tsx';
import { Icon } from '#components/Icon.tsx';
import { deliveryCharge } from '#domain/cart/delivery-charge.ts';
import { formatPrice } from '#domain/money.ts';
import { subtotalOf } from '#features/cart/cart-store.ts';
import { $delivery } from '#features/cart/current-prices.ts';
import { $discount, discountOf } from '#features/cart/discount.ts';
import { totalOf } from '#features/cart/order-total.ts';
import { CheckoutProblemNote } from '#features/checkout/CheckoutProblemNote.tsx';
import { showProblem } from '#features/checkout/CheckoutWizard.tsx';
import { $isSending, $orderQueued, $placedOrder, $problem, openForm } from '#features/checkout/checkout-store.ts';
import { completeOrder } from '#features/checkout/complete-order.ts';
import NotYou from '#features/checkout/NotYou.tsx';
import { OrderQueued } from '#features/checkout/OrderQueued.tsx';
import OrderSubmitted from '#features/checkout/OrderSubmitted.tsx';
import { $orderLines } from '#features/checkout/order-lines.ts';
import { AddedToOrder } from './AddedToOrder.tsx';
import { AddToOrder } from './AddToOrder.tsx';
import type { Added } from './add-to-order.ts';
import { followKeyboard } from './follow-keyboard.ts';
import { OrderedPieces } from './OrderedPieces.tsx';
import { ShortForm } from './ShortForm.tsx';

/** The shortest way to an order: phone, name, address, city, and what it costs, over the page of the piece. The checkout's store and functions do the work. */
export function OrderNowSheet() {
  const placed = useStore($placedOrder);
  const queued = useStore($orderQueued);
  const [added, setAdded] = useState<Added>();
  const [isOpen, setIsOpen] = useState(true);
  if (placed) return <OrderSubmitted order={placed} />;
  if (queued) return <OrderQueued {...queued} />;
  if (added) return <AddedToOrder added={added} />;
  return isOpen && <Sheet onClose={() => setIsOpen(false)} onAdded={setAdded} />;
}

function Sheet({ onClose, onAdded }: { onClose: () => void; onAdded: (added: Added) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const lines = useStore($orderLines);
  const delivery = useStore($delivery);
  const isSending = useStore($isSending);
  const discount = useStore($discount);
  const { code, off } = discountOf(lines, discount);
  const shipping = deliveryCharge(subtotalOf(lines), delivery);
  const isEmpty = lines.length === 0;
  const [addingSaves, setAddingSaves] = useState(false);

  useLayoutEffect(() => {
    if (!dialog.current) return;
    dialog.current.showModal();
    title.current?.focus();
    // The dialog itself is its backdrop.
    dialog.current.addEventListener('click', ({ target }) => target === dialog.current && dialog.current?.close());
    return followKeyboard(dialog.current);
  }, []);
  useEffect(openForm, []);
  useEffect(
    () => $problem.listen((problem) => problem && requestAnimationFrame(() => dialog.current && showProblem(dialog.current))),
    [],
  );
  const ordered = [...new Set(lines.map(({ product }) => product.id))].join();
  useEffect(() => {
    // The order does without.
    if (ordered)
      import('#features/checkout/GoesWithOrder.tsx').then(({ findGoesWithOrder }) => findGoesWithOrder()).catch(console.warn);
  }, [ordered]);
  // The last piece was removed.
  useEffect(() => {
    if (isEmpty) dialog.current?.close();
  }, [isEmpty]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    completeOrder();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby="order-now-title"
      onClose={onClose}
      className="order-sheet rounded-t-lg bg-ivory p-0 text-ink shadow-lift sm:max-w-3xl sm:rounded-sm"
    >
      <form noValidate onSubmit={submit} aria-labelledby="order-now-title" className="flex max-h-[inherit] flex-col">
        <header className="flex items-center gap-3 border-b border-line py-1.5 pr-2 pl-5 sm:pl-7">
          <h2 ref={title} id="order-now-title" tabIndex={-1} className="grow text-2xl outline-none">
            Order now
          </h2>
          <NotYou title="order-now-title" />
          <button type="button" onClick={() => dialog.current?.close()} aria-label="Close" className="btn-icon">
            <Icon name="close" />
          </button>
        </header>
        <p role="status" data-announcements className="sr-only" />
        <Honeypot />
        <div className="min-h-0 grow space-y-5 overflow-y-auto overscroll-contain px-5 py-5 sm:px-7">
          <AddToOrder shipping={shipping} onAdded={onAdded} onSaves={setAddingSaves} />
          <div className="gap-x-8 gap-y-6 max-sm:space-y-6 sm:grid sm:grid-cols-[minmax(0,1fr)_17rem]">
            <div className="space-y-4">
              <ShortForm />
            </div>
            <OrderedPieces />
          </div>
        </div>
        <div className="border-t border-line bg-cream px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-7">
          {/* Beside the button that was pressed, whatever is scrolled. */}
          <div className="max-h-[45vh] overflow-y-auto overscroll-contain *:not-empty:mb-3">
            <CheckoutProblemNote />
          </div>
          <button type="submit" disabled={isSending} className={`btn w-full ${addingSaves ? 'btn-outline' : 'btn-primary'}`}>
            {isSending ? 'Sending...' : `Complete Order · ${formatPrice(totalOf(lines, 0, delivery, discount))}`}
          </button>
          <p className="mt-1.5 text-center text-xs text-ink-soft">
            {shipping === 0 ? 'Free delivery' : `With ${formatPrice(shipping)} delivery`}
            {off > 0 && ` · ${code} −${formatPrice(off)}`} · you pay in cash{' '}
            <a href="/shipping#at-the-door" target="_blank" rel="noopener" className="underline">
              when it arrives
            </a>
          </p>
        </div>
      </form>
    </dialog>
  );
}
