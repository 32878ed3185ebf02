import { useStore } from '@nanostores/react';
import { announce } from '#browser/announce.ts';
import { Icon } from '#components/Icon.tsx';
import { photo } from '#components/photo.ts';
import { formatPrice, roundMoney } from '#domain/money.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { choiceText, pieceName } from '#domain/variants/choice-text.ts';
import { ChooseLink } from './ChooseLink.tsx';
import { limitText } from './cart-limits.ts';
import { type CartLine, isAvailable, missingOf } from './cart-line.ts';
import { changeOf } from './cart-quote.ts';
import { $cartLines, maxQuantity, otherLines } from './cart-store.ts';
import { $cartChanges } from './current-prices.ts';
import { removeLine, setLineQuantity } from './edit-cart.ts';
import { QuantityStepper } from './QuantityStepper.tsx';

/** One line of the cart: the product, what changed about it, and its quantity. */
export function CartLineRow({ line }: { line: CartLine }) {
  const lines = useStore($cartLines);
  const change = changeOf(line, useStore($cartChanges));
  const { product, quantity } = line;
  const choice = choiceText(choiceOf(line));
  const name = pieceName(product.name, choiceOf(line));
  const isHere = isAvailable(line);
  const missing = isHere ? missingOf(line) : undefined;
  const max = maxQuantity(line, otherLines(lines, line));

  const remove = () => {
    removeLine(line);
    announce(`${product.name} removed from cart`);
    // The focused button is removed with its line.
    document.getElementById('cart-drawer-title')?.focus();
  };

  return (
    <li className="flex gap-3 py-5 sm:gap-4">
      <img
        {...photo(product.image, { widths: [96, 192, 288], sizes: '96px' })}
        alt=""
        className={`size-20 shrink-0 bg-cream sm:size-24 object-cover ${isHere ? '' : 'opacity-50 [filter:grayscale(1)]'}`}
      />
      <div className="flex min-w-0 grow flex-col gap-1">
        <div className="flex items-start justify-between gap-2">
          <a href={`/product/${product.id}`} className="font-serif text-lg leading-snug hover:text-gold-deep">
            {product.name}
          </a>
          <button
            type="button"
            onClick={remove}
            aria-label={`Remove ${name}`}
            className="btn-icon -mt-2.5 -mr-3 text-muted hover:text-danger"
          >
            <Icon name="trash" className="size-4.5" />
          </button>
        </div>
        {choice && <p className="text-sm text-muted">{choice}</p>}
        {isHere && (
          <p className="text-sm text-muted tabular-nums">
            {formatPrice(product.price)}
            {quantity > 1 && ' each'}
          </p>
        )}
        {change && isHere && <p className="w-fit bg-notice px-2 py-1 text-sm">{change.text}</p>}
        {missing && <ChooseLink line={line} missing={missing} />}
        {!isHere && <p className="text-sm font-medium text-danger">No longer available</p>}
        {isHere && !missing && (
          <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 pt-2">
            <QuantityStepper
              of={name}
              quantity={quantity}
              max={max}
              onChange={(wanted) => (wanted > 0 ? setLineQuantity(line, wanted) : remove())}
            />
            <span className="whitespace-nowrap tabular-nums">{formatPrice(roundMoney(product.price * quantity))}</span>
            {quantity >= max && <span className="basis-full pt-1 text-sm text-gold-deep">{limitText(line)}</span>}
          </div>
        )}
      </div>
    </li>
  );
}
