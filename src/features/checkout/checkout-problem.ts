import type { ApiFailure } from '#browser/api.ts';
import type { CartQuote } from '#domain/cart/contract.ts';
import type { FieldError } from '#domain/failures.ts';
import type { Order } from '#domain/orders/contract.ts';
import type { ChoiceKind } from '#domain/variants/choice.ts';
import type { CartLine } from '#features/cart/cart-line.ts';
import { mayBePlaced } from '#features/place-order/send-order.ts';

export interface ShortItem {
  productId: string;
  name: string;
  requested: number;
  available: number;
  /** What the short pieces are counted by. */
  color?: string;
  size?: string;
}

/** A line without the choice that its pieces are counted by. */
interface UnchosenLine {
  line: CartLine;
  missing: ChoiceKind;
}

/** The order placed a moment ago, and the same cart sent again. */
export interface RepeatedOrder {
  order: Pick<Order, 'orderNumber' | 'totalAmount' | 'createdAt'>;
  lines: CartLine[];
}

/** A piece of which the website takes fewer. */
export interface LimitedPiece {
  productId: string;
  name: string;
  available: number;
}

/** Why an order was not placed, with what the shopper needs to decide what to do. */
export type CheckoutProblem =
  | { kind: 'message'; text: string }
  | { kind: 'price_changed'; text: string; quote: CartQuote }
  | { kind: 'out_of_stock'; text: string; items: ShortItem[] }
  | { kind: 'order_too_large'; text: string; items: LimitedPiece[] }
  | { kind: 'choice_required'; text: string; lines: UnchosenLine[] }
  | { kind: 'choice_unavailable'; text: string; line: CartLine }
  | ({ kind: 'order_repeated'; text: string } & RepeatedOrder)
  | { kind: 'nothing_left'; text: string };

export const NOTHING_LEFT: CheckoutProblem = {
  kind: 'nothing_left',
  text: 'Nothing in your cart is available any more.',
};

const CHOICE_REQUIRED = 'Please choose what is missing before you order:';

const SAFE_TO_RETRY = 'You can safely press Complete Order again: the same order is never placed twice.';

/** Turns a failed call into a problem. `lines` are the lines sent. */
export function problemFrom(failure: ApiFailure, lines: CartLine[], words = failure.message): CheckoutProblem {
  const text = words || 'Failed to submit order';
  const items = itemsOf(failure.details);
  if (/^(price_changed|code_gone)$/.test(failure.code) && items)
    return { kind: 'price_changed', text, quote: failure.details as CartQuote };
  if (failure.code === 'out_of_stock' && items) {
    return { kind: 'out_of_stock', text, items: (items as ShortItem[]).map((item) => named(item, lines)) };
  }
  if (failure.code === 'order_too_large' && items) return { kind: 'order_too_large', text, items: items as LimitedPiece[] };
  if (failure.code === 'choice_required') {
    const { errors = [] } = (failure.details ?? {}) as { errors?: FieldError[] };
    return { kind: 'choice_required', text: CHOICE_REQUIRED, lines: errors.flatMap(({ path }) => unchosen(path, lines)) };
  }
  if (failure.code === 'choice_unavailable' && items) {
    const line = lines[(items[0] as { line: number } | undefined)?.line ?? -1];
    if (line) return { kind: 'choice_unavailable', text, line };
  }
  if (failure.code === 'order_repeated') {
    return { kind: 'order_repeated', text, order: failure.details as RepeatedOrder['order'], lines };
  }
  return { kind: 'message', text: mayBePlaced(failure) ? `${text} ${SAFE_TO_RETRY}` : text };
}

/** The line that an error's path names: `items.0.selectedSize`. */
function unchosen(path: string, lines: CartLine[]): UnchosenLine[] {
  const [, position = '', kind = ''] = /^items\.(\d+)\.selected(Color|Size)$/.exec(path) ?? [];
  const line = lines[Number(position || -1)];
  return line ? [{ line, missing: kind === 'Color' ? 'color' : 'size' }] : [];
}

/** An archived product has no name in the answer: take it from the cart. */
function named(item: ShortItem, lines: CartLine[]): ShortItem {
  const known = lines.find(({ product }) => product.id === item.productId);
  return { ...item, name: item.name || known?.product.name || 'One item' };
}

function itemsOf(details: unknown): unknown[] | undefined {
  const items = (details as { items?: unknown } | null | undefined)?.items;
  return Array.isArray(items) ? items : undefined;
}
