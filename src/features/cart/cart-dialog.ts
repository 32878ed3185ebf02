import { hydrateIsland } from '#browser/hydrate-island.ts';
import { formatPrice } from '#domain/money.ts';
import { isAvailable } from './cart-line.ts';
import { $cartLines, $cartOpen, $cartSubtotal } from './cart-store.ts';

/** Until then the drawer's code has loaded on most lines; afterwards the cart shows as text. */
const SOON_MS = 300;

/** Afterwards the text says why it is one, and loading is tried again. */
const TIMEOUT_MS = 2_000;

/** The drawer's dialog, static HTML in every shop page. */
export function cartDrawer(): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>('#cart-drawer');
}

/**
 * Opens and closes the drawer's dialog with `$cartOpen`. It opens at once as the browser's own modal dialog (focus trap, Esc,
 * restored focus); React hydrates in it a moment later. If React cannot be loaded, the cart shows as text.
 */
export function bindCartDrawer(): void {
  $cartOpen.subscribe((open) => {
    const drawer = cartDrawer();
    // The attribute, because browsers without <dialog> get the property later (older-dialogs.js).
    if (!drawer || drawer.hasAttribute('open') === open) return;
    if (!open) return drawer.close();
    drawer.showModal();
    hydrateDrawer(drawer);
    setTimeout(() => showText(drawer, cartLines()), SOON_MS);
  });
  // `close` does not bubble.
  document.addEventListener('close', ({ target }) => target === cartDrawer() && $cartOpen.set(false), true);
  document.addEventListener('click', closeOnLeaving);
  window.addEventListener('online', () => hydrateIsland(cartDrawer()));
  // If its code cannot be loaded, the drawer shows the cart as text instead of an error.
  cartDrawer()?.parentElement?.addEventListener('astro:hydration-error', (event) => {
    event.preventDefault();
    event.stopPropagation();
  });
}

/** Hydrates the drawer, and tries again until its code has loaded. */
function hydrateDrawer(drawer: HTMLDialogElement): void {
  if (!drawer.open || !drawer.closest('astro-island[ssr]')) return;
  hydrateIsland(drawer);
  setTimeout(() => {
    const lines = cartLines();
    showText(drawer, $cartLines.get().length === 0 ? lines : `${lateness()}\n\n${lines}`);
    hydrateDrawer(drawer);
  }, TIMEOUT_MS);
}

/** Shows the cart as text where React has not come yet. */
function showText(drawer: HTMLDialogElement, now: string): void {
  const text = drawer.querySelector('[data-cart-text]');
  if (!text) return;
  // Screen readers announce every change.
  if (text.textContent !== now) text.textContent = now;
  drawer.setAttribute('data-waiting', '');
}

/** The cart as text, one line each. */
function cartLines(): string {
  const lines = $cartLines.get().map((line) => {
    const { product, quantity } = line;
    return `${quantity} × ${product.name}: ${isAvailable(line) ? formatPrice(product.price * quantity) : 'No longer available'}`;
  });
  return lines.length === 0 ? 'Your cart is empty' : [...lines, '', `Subtotal: ${formatPrice($cartSubtotal.get())}`].join('\n');
}

function lateness(): string {
  const why = navigator.onLine ? 'The shop is slow to answer.' : 'You are offline.';
  return `${why} This is your cart at the prices we last knew. It updates by itself.`;
}

/** Closes the drawer on a click on its backdrop (the dialog element itself) or on a link inside. */
function closeOnLeaving({ target }: Event): void {
  const drawer = cartDrawer();
  if (target === drawer || (drawer?.contains(target as Node) && (target as Element).closest('a[href]'))) $cartOpen.set(false);
}
