import { hydrateIsland } from '#browser/hydrate-island.ts';
import { formatPrice } from '#shared/money.ts';
import { isAvailable } from './cart-line.ts';
import { $cartLines, $cartOpen, $cartSubtotal } from './cart-store.ts';

/** How long the drawer's code may take before the cart is told in plain words, and until it is asked for again. */
const TIMEOUT_MS = 2_000;

/** The drawer's dialog, which every shop page carries as static HTML. */
export function cartDrawer(): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>('#cart-drawer');
}

/**
 * Keeps the drawer's dialog as `$cartOpen` says. The dialog opens at once, as the browser's own modal (focus stays inside, Esc
 * closes, focus returns); React arrives in it a moment later with the lines. Where it does not, the lines stand there as text.
 */
export function followCartOpen(): void {
  $cartOpen.subscribe((open) => {
    const drawer = cartDrawer();
    // Not its property: in browsers that know no dialogs it comes later (older-dialogs.js).
    if (!drawer || drawer.hasAttribute('open') === open) return;
    if (!open) return drawer.close();
    drawer.showModal();
    fill(drawer);
  });
  // `close` does not bubble.
  document.addEventListener('close', ({ target }) => target === cartDrawer() && $cartOpen.set(false), true);
  document.addEventListener('click', closeOnLeaving);
  window.addEventListener('online', () => hydrateIsland(cartDrawer()));
  // Where its code does not come, the drawer itself says what is in the cart.
  cartDrawer()?.parentElement?.addEventListener('astro:hydration-error', (event) => {
    event.preventDefault();
    event.stopPropagation();
  });
}

/** Asks for the drawer's code until it has come. */
function fill(drawer: HTMLDialogElement): void {
  if (!drawer.open || !drawer.closest('astro-island[ssr]')) return;
  hydrateIsland(drawer);
  setTimeout(() => {
    const text = drawer.querySelector('[data-cart-text]');
    if (!text) return;
    const now = cartText();
    // It is read out at every change.
    if (text.textContent !== now) text.textContent = now;
    drawer.setAttribute('data-waiting', '');
    fill(drawer);
  }, TIMEOUT_MS);
}

/** The cart as this page knows it, a line of text for each of its lines. */
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

/** The backdrop is the dialog itself, outside its content; links in the drawer lead away from it. */
function closeOnLeaving({ target }: Event): void {
  const drawer = cartDrawer();
  if (target === drawer || (drawer?.contains(target as Node) && (target as Element).closest('a[href]'))) $cartOpen.set(false);
}
