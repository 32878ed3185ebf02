import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { photo } from '#components/photo.ts';
import { formatPrice, roundMoney } from '#domain/money.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { choiceText } from '#domain/variants/choice-text.ts';
import { ChooseLink } from '#features/cart/ChooseLink.tsx';
import { type CartLine, isAvailable, lineKey, missingOf } from '#features/cart/cart-line.ts';
import { changeOf } from '#features/cart/cart-quote.ts';
import { subtotalOf } from '#features/cart/cart-store.ts';
import { $cartChanges, $delivery, $quoteStatus } from '#features/cart/current-prices.ts';
import { DeliveryTime } from '#features/cart/DeliveryTime.tsx';
import { $discount, discountOf } from '#features/cart/discount.ts';
import { Totals } from '#features/cart/Totals.tsx';
import { $giftWrap } from './checkout-store.ts';

// Few have a code; without a connection nothing could be asked.
const DiscountCode = lazy(() => import('./DiscountCode.tsx').catch(() => ({ default: () => <></> })));

/** The ordered lines and their total. */
export function SummaryLines({ lines }: { lines: CartLine[] }) {
  const changes = useStore($cartChanges);
  const delivery = useStore($delivery);
  const quote = useStore($quoteStatus);
  const discount = useStore($discount);
  const wrap = useStore($giftWrap);
  const [isOpen, setIsOpen] = useState(discount.code !== '');
  return (
    <div className="space-y-5">
      <ul className="space-y-4 lg:max-h-[38vh] lg:overflow-y-auto">
        {lines.map((line) => (
          <SummaryLine key={lineKey(line)} line={line} change={changeOf(line, changes)?.text} />
        ))}
      </ul>
      <div className="border-t border-line pt-4">
        <Totals subtotal={subtotalOf(lines)} delivery={delivery} wrap={wrap} {...discountOf(lines, discount)} />
        {/* Keeps its line while a city is being typed. */}
        <div className="mt-2 min-h-5">
          <DeliveryTime />
        </div>
      </div>
      {isOpen || discount.code ? (
        <Suspense>
          <DiscountCode />
        </Suspense>
      ) : (
        <button
          type="button"
          onClick={() => setIsOpen(true)}
          className="min-h-11 px-1 text-sm text-gold-deep underline underline-offset-4"
        >
          Have a code?
        </button>
      )}
      {quote === 'unconfirmed' && (
        <p className="bg-notice px-3 py-2 text-sm">Prices are confirmed when you complete the order.</p>
      )}
    </div>
  );
}

function SummaryLine({ line, change }: { line: CartLine; change: string | undefined }) {
  const { product, quantity } = line;
  const choice = choiceText(choiceOf(line));
  const missing = isAvailable(line) ? missingOf(line) : undefined;
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-1">
      <img
        {...photo(product.image, { widths: [64, 128, 192], sizes: '64px' })}
        alt=""
        className="size-16 shrink-0 bg-sand object-cover"
      />
      <div className="min-w-0 grow basis-24 text-sm">
        <p className="font-serif text-base leading-snug">{product.name}</p>
        {choice && <p className="text-muted">{choice}</p>}
        <p className="text-muted">Qty: {quantity}</p>
        {missing && <ChooseLink line={line} missing={missing} />}
        {!isAvailable(line) && <p className="font-medium text-danger">No longer available</p>}
        {change && isAvailable(line) && <p className="mt-1 w-fit bg-notice px-2 py-0.5">{change}</p>}
      </div>
      <p className="ml-auto text-sm tabular-nums">
        {isAvailable(line) ? formatPrice(roundMoney(product.price * quantity)) : '—'}
      </p>
    </li>
  );
}
