import { useState } from 'react';
import { SHOP } from '#built/settings.ts';
import { formatPrice } from '#domain/money.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { choiceText } from '#domain/variants/choice-text.ts';
import { linesOf, sendNow, takeBack } from '#features/offline/queued-orders-store.ts';
import type { QueuedOrder } from '#features/place-order/queue.ts';
import { reopen } from './reopen-order.ts';

/** An order that waits on this device until it is online, or that the shop has refused. */
export default function QueuedOrderCard({ order }: { order: QueuedOrder }) {
  const [isBusy, setIsBusy] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const isRefused = order.answer !== undefined;
  const act = (action: () => Promise<unknown>) => async () => {
    setIsBusy(true);
    setIsSending((await action()) === false);
    setIsBusy(false);
  };
  return (
    <section
      aria-label="Kept order"
      className="mb-8 scroll-mt-28 space-y-4 rounded-sm border border-gold/60 bg-cream p-4 sm:p-5 lg:mb-12"
    >
      <h2 className="text-2xl">{isRefused ? 'Your kept order is not placed' : 'Your order is kept on this phone'}</h2>
      <p className="max-w-prose text-sm">{isRefused ? <Refused order={order} /> : <Waiting order={order} />}</p>
      <ul className="max-w-prose divide-y divide-line border-y border-line text-sm">
        {linesOf(order).map((line) => (
          <li key={`${line.product.id} ${choiceText(choiceOf(line))}`} className="flex justify-between gap-4 py-2">
            <span>
              {line.quantity} × {line.product.name}
              {choiceText(choiceOf(line)) && <span className="block text-ink-soft">{choiceText(choiceOf(line))}</span>}
            </span>
            <span className="tabular-nums">{formatPrice(line.product.price * line.quantity)}</span>
          </li>
        ))}
      </ul>
      <p className="text-sm">
        <strong className="font-medium">{formatPrice(order.body?.totalAmount ?? 0)}</strong> in cash when it arrives
      </p>
      <div className="flex flex-col gap-2 sm:flex-row">
        <button
          type="button"
          disabled={isBusy}
          onClick={act(() => (isRefused ? reopen(order) : sendNow()))}
          className="btn btn-primary"
        >
          {isRefused ? 'Review and order' : isBusy ? 'Sending...' : 'Send it now'}
        </button>
        <button type="button" disabled={isBusy} onClick={act(() => takeBack(order))} className="btn btn-outline">
          Cancel this order
        </button>
      </div>
      <p role="status" className="text-sm text-danger empty:hidden">
        {isSending ? 'It is being sent this very moment and cannot be cancelled here.' : ''}
      </p>
    </section>
  );
}

function Refused({ order }: { order: QueuedOrder }) {
  const { message } = order.answer && 'refusal' in order.answer ? order.answer.refusal : { message: '' };
  return <>{message.replace(/\.?$/, '.')} Nothing was ordered. Have a look, and order again if you are happy with it.</>;
}

function Waiting({ order: { queuedAt, maybePlaced } }: { order: QueuedOrder }) {
  const since = new Date(queuedAt).toLocaleString('en-GB', { weekday: 'long', hour: '2-digit', minute: '2-digit' });
  return maybePlaced ? (
    <>
      Kept on {since}, and sent again when you are back online: never placed twice. The shop has not answered yet, so it may be
      placed or not. If you cancel it, call us to be sure: {SHOP.phone}.
    </>
  ) : (
    <>
      Kept on {since}. It will be sent when you are back online and is not placed yet. If a price or the stock has changed by
      then, we ask you first. After two days offline it is removed.
    </>
  );
}
