import { hydrateIsland } from '#browser/hydrate-island.ts';
import { formatPrice } from '#shared/money.ts';
import { isAvailable } from './cart-line.ts';
import { $cartLines, $cartOpen, $cartSubtotal } from './cart-store.ts';

/** Until then the drawer's code should have loaded; afterwards the cart shows as text, and loading is tried again. */
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
    const text = drawer.querySelector('[data-cart-text]');
    if (!text) return;
    const now = cartText();
    // Screen readers announce every change.
    if (text.textContent !== now) text.textContent = now;
    drawer.setAttribute('data-waiting', '');
    hydrateDrawer(drawer);
  }, TIMEOUT_MS);
}

/** The cart as text, one line each. */
function cartText(): string {
  const lines = $cartLines.get().map((line) => {
    const { product, quantity } = line;
    return `${quantity} × ${product.name}: ${isAvailable(line) ? formatPrice(product.price * quantity) : 'No longer available'}`;
  });
  if (lines.length === 0) return 'Your cart is empty';
  const why = navigator.onLine ? 'The shop is slow to answer.' : 'You are offline.';
  const known = `${why} This is your cart at the prices we last knew. It is brought up to date by itself.`;
  return [known, '', ...lines, '', `Subtotal: ${formatPrice($cartSubtotal.get())}`].join('\n');
}

/** Closes the drawer on a click on its backdrop (the dialog element itself) or on a link inside. */
function closeOnLeaving({ target }: Event): void {
  const drawer = cartDrawer();
  if (target === drawer || (drawer?.contains(target as Node) && (target as Element).closest('a[href]'))) $cartOpen.set(false);
}
