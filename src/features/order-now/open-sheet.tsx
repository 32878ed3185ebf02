// The Order now sheet. Loaded when its button is pressed.
import { createRoot, type Root } from 'react-dom/client';
import type { Choice, ChoiceKind } from '#domain/variants/choice.ts';
import { type CartLine, lineKey } from '#features/cart/cart-line.ts';
import { $cartLines, $cartOpen, addToCart } from '#features/cart/cart-store.ts';
import { $isWholeCart, $sheet } from '#features/checkout/order-lines.ts';
import type { ProductSnapshot } from '#features/product-cards/product-snapshot.ts';
import style from '#styles/order-now.css?url';
import { OrderNowSheet } from './OrderNowSheet.tsx';

/** A product in one colour and size, as the page's form says it. */
export type Piece = [product: ProductSnapshot, choice: Choice, quantity: number, countedBy: ChoiceKind[]];

const INCOMPLETE = 'Please fill in your phone, name and address.';

/** Nothing is mailed to whoever has no e-mail address. */
const REQUIRED = {
  phone: 'Please enter your phone number',
  firstName: 'Please enter your name',
  address: 'Please enter your address',
};

let root: Root | undefined;

/** Opens the sheet for a piece, which is put into the cart, or without one for the whole cart. */
export async function openSheet(piece?: Piece): Promise<void> {
  const line = piece && putInCart(piece);
  if (piece && !line) {
    // The drawer says why.
    $cartOpen.set(true);
    return;
  }
  await loadStyle();
  $cartOpen.set(false);
  $isWholeCart.set(false);
  $sheet.set({ line: line ? lineKey(line) : null, required: REQUIRED, incomplete: INCOMPLETE });
  root ??= createRoot(newHost());
  // Anew each time: what was typed is in the store.
  root.render(<OrderNowSheet key={Date.now()} />);
}

/** The line of the cart that has the piece, at least as many as asked for. Undefined when none could be added. */
function putInCart([product, choice, quantity, countedBy]: Piece): CartLine | undefined {
  const find = () =>
    $cartLines
      .get()
      .find((line) => line.product.id === product.id && line.selectedColor === choice.color && line.selectedSize === choice.size);
  const missing = quantity - (find()?.quantity ?? 0);
  if (missing > 0) addToCart(product, choice, missing, countedBy);
  return find();
}

function newHost(): HTMLElement {
  const host = document.createElement('div');
  host.id = 'order-now';
  document.querySelector('main')?.append(host);
  return host;
}

/** Settles when the sheet's style is there; without it the sheet is plain. */
function loadStyle(): Promise<unknown> {
  if (document.querySelector(`link[href="${style}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: style });
  const loaded = new Promise((settled) => {
    link.onload = settled;
    link.onerror = settled;
  });
  document.head.append(link);
  return loaded;
}
