import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { ApiFailure } from '#browser/api.ts';
import { formatPrice } from '#domain/money.ts';
import type { QuotedAddition } from '#domain/orders/page-contract.ts';
import { isAvailable, lineKey } from '#features/cart/cart-line.ts';
import { $orderLines } from '#features/checkout/order-lines.ts';
import { $openOrder, type OpenOrder } from '#features/shopper/open-order.ts';
import { type Added, addLines, quoteAddition, readRefusal } from './add-to-order.ts';

interface Props {
  onAdded: (added: Added) => void;
  /** What the delivery of a new order would cost, in rupees. */
  shipping: number;
  /** Whether adding saves some of it, so that it is what is offered first. */
  onSaves: (saves: boolean) => void;
}

/** Above the form, while an order of this device is not packed: puts the pieces into that parcel instead of a second one. */
export function AddToOrder(props: Props) {
  const order = useStore($openOrder);
  const [over, setOver] = useState('');
  if (order) return <Offer key={order.orderNumber} order={order} onOver={setOver} {...props} />;
  return (
    <p role="status" className="bg-notice px-4 py-3 text-sm empty:hidden">
      {over}
    </p>
  );
}

interface OfferProps extends Props {
  order: OpenOrder;
  /** The order takes no more pieces. */
  onOver: (text: string) => void;
}

function Offer({ order, shipping, onAdded, onOver, onSaves }: OfferProps) {
  const lines = useStore($orderLines).filter(isAvailable);
  const [quote, setQuote] = useState<QuotedAddition>();
  const [problem, setProblem] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const asked = lines.map((line) => `${lineKey(line)} ${line.quantity}`).join();

  const saves = quote !== undefined && quote.after.shipping - quote.before.shipping < shipping;
  useEffect(() => {
    onSaves(saves);
    return () => onSaves(false);
  }, [saves, onSaves]);

  const refuse = (failure: unknown) => {
    const { text, isOver } = readRefusal(failure, order);
    if (isOver) onOver(text);
    else setProblem(text);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew for other pieces only
  useEffect(() => {
    if (!asked) return;
    const request = new AbortController();
    quoteAddition(order, lines, request.signal).then(
      (quoted) => {
        setIsAsked(true);
        setQuote(quoted);
        setProblem('');
      },
      (failure) => {
        if (request.signal.aborted) return;
        setIsAsked(true);
        setQuote(undefined);
        // Offline, or not possible with these pieces: a new order may be.
        if (failure instanceof ApiFailure && failure.status !== 0) refuse(failure);
      },
    );
    return () => request.abort();
  }, [order, asked]);

  const add = async ({ after }: QuotedAddition) => {
    if (isSending) return;
    setIsSending(true);
    setProblem('');
    try {
      onAdded(await addLines(order, lines, after.total));
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.code === 'price_changed') {
        const quoted = await quoteAddition(order, lines).catch(() => undefined);
        setQuote(quoted);
        if (quoted) setProblem(`The new total is ${formatPrice(quoted.after.total)}. Press again if you agree.`);
      } else refuse(failure);
    } finally {
      setIsSending(false);
    }
  };

  if (isAsked && !quote && !problem) return null;
  return (
    <section aria-labelledby="add-to-order-title" className="space-y-3 rounded-sm border border-gold/60 bg-cream p-4">
      <h3 id="add-to-order-title" className="text-xl">
        Add to your order {order.orderNumber}
      </h3>
      {/* As high as what comes, so that no field moves away from under a tap. */}
      {!isAsked && <div aria-hidden="true" className="skeleton h-28 sm:h-24" />}
      {quote && (
        <>
          <p className="text-sm text-ink-soft">
            It is not packed yet: everything comes in one parcel{deliveryText(quote)}. With this it costs{' '}
            {formatPrice(quote.after.total)} instead of {formatPrice(quote.before.total)}.
          </p>
          <button
            type="button"
            disabled={isSending}
            onClick={() => add(quote)}
            className={`btn w-full ${saves ? 'btn-primary' : 'btn-outline'}`}
          >
            {isSending ? 'Adding...' : `Add to it · ${formatPrice(quote.after.total)} in all`}
          </button>
        </>
      )}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {problem}
      </p>
      <p className="text-sm text-ink-soft">Or place a new order below.</p>
    </section>
  );
}

function deliveryText({ before, after }: QuotedAddition): string {
  if (after.shipping < before.shipping) return ', and delivery is free';
  return after.shipping > 0 ? ', and you pay delivery once' : '';
}
