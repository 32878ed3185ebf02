import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { SHOP } from '#built/settings.ts';
import type { CartQuote } from '#domain/cart/contract.ts';
import { refusalText } from '#domain/discounts/refusal-text.ts';
import { formatPrice } from '#domain/money.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { choiceText } from '#domain/variants/choice-text.ts';
import { whatsappLink } from '#domain/whatsapp/link.ts';
import { lineKey } from '#features/cart/cart-line.ts';
import { $cartChanges } from '#features/cart/current-prices.ts';
import { limitProduct, removeLine, removeUnavailable, takeAtMost } from '#features/cart/edit-cart.ts';
import type { CheckoutProblem, LimitedPiece, RepeatedOrder, ShortItem } from './checkout-problem.ts';
import { $problem } from './checkout-store.ts';
import { completeOrder, keepFirstOrder } from './complete-order.ts';
import { $orderLines } from './order-lines.ts';

/** What can be done about a problem of the order. */
export default function Remedy({ problem }: { problem: CheckoutProblem }) {
  switch (problem.kind) {
    case 'price_changed':
      return <NewPrices {...problem.quote} />;
    case 'out_of_stock':
      return problem.items.map((item) => (
        <Shortage key={`${item.productId} ${choiceText(item)}`} item={item} problem={problem} />
      ));
    case 'order_too_large':
      return <TooLarge items={problem.items} />;
    case 'choice_required':
      return problem.lines.map((unchosen) => (
        <MissingChoice key={lineKey(unchosen.line)} unchosen={unchosen} problem={problem} />
      ));
    case 'choice_unavailable':
      return (
        <Choice
          text={`${problem.line.product.name} (${choiceText(choiceOf(problem.line))}) is no longer offered in this choice.`}
        >
          <a href={`/product/${problem.line.product.id}`} className={ACTION}>
            Choose another
          </a>
          <button
            type="button"
            className={ACTION}
            onClick={() => {
              removeLine(problem.line);
              $problem.set(null);
            }}
          >
            Remove
          </button>
        </Choice>
      );
    case 'order_repeated':
      return <OneOrTwo repeated={problem} />;
    case 'nothing_left':
      return <NothingLeft />;
    case 'message':
      return null;
  }
}

/** Asks whether a repeated order is a second one or an accident. */
function OneOrTwo({ repeated }: { repeated: RepeatedOrder }) {
  const { orderNumber, totalAmount, createdAt } = repeated.order;
  const time = new Date(createdAt).toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' });
  return (
    <>
      <p>
        We have your order <strong className="font-medium">{orderNumber}</strong> over {formatPrice(totalAmount)}, placed at{' '}
        {time}. Nothing was ordered a second time.
      </p>
      <div className="flex flex-col gap-2 sm:flex-row">
        <button type="button" onClick={() => keepFirstOrder(repeated)} className="btn btn-primary">
          No, one order is enough
        </button>
        <button type="button" onClick={() => completeOrder({ repeat: true })} className="btn btn-outline">
          Yes, order again
        </button>
      </div>
    </>
  );
}

function NothingLeft() {
  const names = useStore($orderLines).map(({ product }) => product.name);
  return (
    <Choice text={`${[...new Set(names)].join(', ')}: sold out or no longer offered.`}>
      <a href="/products" className={ACTION}>
        Find others
      </a>
      <button
        type="button"
        className={ACTION}
        onClick={() => {
          removeUnavailable();
          $problem.set(null);
        }}
      >
        Empty the cart
      </button>
    </Choice>
  );
}

function NewPrices({ total, shipping, code, discount = 0, deliveryDiscount = 0, refusedCode, giftWrap }: CartQuote) {
  const changes = useStore($cartChanges);
  return (
    <>
      <ul className="list-disc space-y-1 pl-5">
        {changes.map(({ productId, choice, name, text }) => (
          <li key={`${productId} ${choice}`}>
            {name}: {text}
          </li>
        ))}
      </ul>
      {refusedCode && <p>{refusalText(refusedCode)}</p>}
      {code && (
        <p>
          {code} takes {formatPrice(discount + deliveryDiscount)} off.
        </p>
      )}
      {giftWrap !== undefined && (
        <p>{giftWrap === null ? 'We no longer wrap gifts.' : `Gift wrap costs ${formatPrice(giftWrap)}.`}</p>
      )}
      {changes.length === 0 && giftWrap === undefined && !refusedCode && !code && (
        <p>Delivery is now {shipping === 0 ? 'free' : formatPrice(shipping)}.</p>
      )}
      <p>
        The new total is <strong className="font-medium">{formatPrice(total)}</strong>. Press Complete Order again if that is fine
        with you.
      </p>
    </>
  );
}

type ChoiceRequired = Extract<CheckoutProblem, { kind: 'choice_required' }>;

function MissingChoice({ unchosen, problem }: { unchosen: ChoiceRequired['lines'][number]; problem: ChoiceRequired }) {
  const { line, missing } = unchosen;
  const remove = () => {
    removeLine(line);
    const lines = problem.lines.filter((other) => other !== unchosen);
    $problem.set(lines.length ? { ...problem, lines } : null);
  };
  return (
    <Choice text={`${line.product.name}: each ${missing} has its own stock.`}>
      <a href={`/product/${line.product.id}`} className={ACTION}>
        Choose a {missing}
      </a>
      <button type="button" className={ACTION} onClick={remove}>
        Remove
      </button>
    </Choice>
  );
}

function Shortage({ item, problem }: { item: ShortItem; problem: Extract<CheckoutProblem, { kind: 'out_of_stock' }> }) {
  const { productId, available, requested } = item;
  const choice = choiceText(item);
  const name = choice ? `${item.name} (${choice})` : item.name;
  const settle = () => {
    limitProduct(productId, available, item);
    const items = problem.items.filter((other) => other !== item);
    $problem.set(items.length ? { ...problem, items } : null);
  };
  return (
    <Choice
      text={available > 0 ? `${name}: only ${available} left, you asked for ${requested}.` : `${name} is no longer available.`}
    >
      <button type="button" onClick={settle} className={ACTION}>
        {available > 0 ? `Take ${available}` : 'Remove'}
      </button>
    </Choice>
  );
}

/** The cart stays as it is: the shop takes the whole of it by message, too. */
function TooLarge({ items }: { items: LimitedPiece[] }) {
  const takeFewer = (item: LimitedPiece) => {
    takeAtMost(item.productId, item.available);
    $problem.set(null);
  };
  return (
    <>
      {items.map((item) => (
        <Choice key={item.productId} text={item.name}>
          <button type="button" onClick={() => takeFewer(item)} className={ACTION}>
            {item.available > 0 ? `Take ${item.available}` : 'Remove'}
          </button>
        </Choice>
      ))}
      <p>
        Your cart is kept.{' '}
        <a
          href={SHOP.whatsapp ? whatsappLink(SHOP.whatsapp, 'I would like to order more than the website allows.') : '/contact'}
          className={ACTION}
        >
          Write to us
        </a>
      </p>
    </>
  );
}

function Choice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p>{text}</p>
      <div className="flex gap-2">{children}</div>
    </div>
  );
}

const ACTION = 'inline-flex min-h-11 items-center px-2 font-medium underline underline-offset-4 hover:text-wine';
