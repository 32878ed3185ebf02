import { announce } from '#browser/announce.ts';
import { prefetchIsland } from '#browser/hydrate-island.ts';
import { isSlowConnection } from '#browser/slow-connection.ts';
import { parseJson } from '#browser/storage.ts';
import { countedKinds, piecesLeft } from '#domain/variants/choice.ts';
import { bindCartDrawer, cartDrawer } from '#features/cart/cart-dialog.ts';
import { $cartCount, $cartOpen, addToCart } from '#features/cart/cart-store.ts';
import { $favorites, isFavorite, parseFavorite, toggleFavorite } from '#features/favorites/favorites-store.ts';
import type { Piece } from '#features/order-now/open-sheet.tsx';
import type { CardProduct } from '#features/product-cards/catalog-item.ts';
import { parseProductSnapshot } from '#features/product-cards/product-snapshot.ts';

/**
 * The actions of the shop's buttons, in static cards and in islands: one delegated listener over the stores, without React.
 * Expects an ancestor `[data-product]` with the product as JSON, buttons `[data-action]` with their choice or in
 * `form[data-product-form]` with the choices, and `[data-cart-count]` for the badge.
 */
const actions: Record<string, (button: Element) => void> = {
  'add-to-cart': addFromPage,
  'order-now': openLater,
  choose: openLater,
  'toggle-favorite': toggleFromPage,
  'open-cart': () => $cartOpen.set(true),
  'close-cart': () => $cartOpen.set(false),
};

document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest('[data-action]');
  if (button) actions[button.getAttribute('data-action') ?? '']?.(button);
});

// Starts loading the drawer before the click, unless the shopper saves data.
for (const type of ['pointerover', 'touchstart', 'focusin']) {
  document.addEventListener(type, prefetchCart, { passive: true });
}

bindCartDrawer();
$cartCount.subscribe(showCount);
$favorites.subscribe(showFavorites);
// Islands add cards: mark their hearts, too.
new MutationObserver(showFavorites).observe(document.body, { childList: true, subtree: true });

function addFromPage(button: Element): void {
  const piece = pieceOnPage(button);
  if (!piece) return;
  // If nothing was added, the drawer says why.
  if (addToCart(...piece) > 0) announce(`${piece[0].name} added to cart`);
  $cartOpen.set(true);
}

/** Opens what is loaded only then: a card's choice, or the sheet that orders. Without its script the shopper goes on on the product's page. */
function openLater(button: Element): void {
  const piece = pieceOnPage(button);
  if (piece === null) return;
  button.setAttribute('aria-busy', 'true');
  import('./later-actions.ts')
    .then(
      ({ openLater }) => openLater(button, piece, addFromPage),
      () => piece && location.assign(`/product/${piece[0].id}`),
    )
    .finally(() => button.removeAttribute('aria-busy'));
}

/** What the form around a button says of its product; undefined without a product, null where a choice is missing, which is asked for. */
function pieceOnPage(button: Element): Piece | null | undefined {
  const found = productJson(button);
  const product = parseProductSnapshot(found);
  if (!product) return undefined;
  const form = button.closest<HTMLFormElement>('form[data-product-form]');
  const color = button.getAttribute('data-color') ?? chosen(form, 'color');
  const size = button.getAttribute('data-size') ?? chosen(form, 'size');
  if (color === null || size === null) {
    askFor(color === null ? 'color' : 'size', form);
    return null;
  }
  const counted = found as CardProduct;
  const choice = { color, size };
  const image = counted.colorImages?.[color as string] ?? product.image;
  return [{ ...product, image, stockQuantity: piecesLeft(counted, choice) }, choice, wantedQuantity(form), countedKinds(counted)];
}

/** Asks for a missing choice, also at its fieldset, and focuses it. */
function askFor(kind: string, form: HTMLFormElement | null): void {
  const text = `Please select a ${kind}`;
  alert(text);
  const note = form?.querySelector(`[data-choice-note=${kind}]`);
  if (note) {
    note.textContent = text;
    note.classList.replace('text-muted', 'text-danger');
  }
  form?.querySelector<HTMLInputElement>(`input[name=${kind}]:enabled`)?.focus();
}

/** The checked radio of a name; undefined when there is nothing to choose, null when nothing is chosen yet. */
function chosen(form: HTMLFormElement | null, name: string): string | null | undefined {
  if (!form?.querySelector(`input[type=radio][name=${name}]`)) return undefined;
  return form.querySelector<HTMLInputElement>(`input[name=${name}]:checked`)?.value ?? null;
}

function wantedQuantity(form: HTMLFormElement | null): number {
  return Math.max(1, Math.floor(form?.querySelector<HTMLInputElement>('input[name=quantity]')?.valueAsNumber || 1));
}

function toggleFromPage(button: Element): void {
  const product = parseFavorite(productJson(button));
  if (product) announce(`${product.name} ${toggleFavorite(product) ? 'added to' : 'removed from'} favorites`);
}

function productJson(element: Element): unknown {
  return parseJson(element.closest('[data-product]')?.getAttribute('data-product'));
}

function showCount(count: number): void {
  for (const badge of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    badge.textContent = String(count);
    badge.hidden = count === 0;
  }
}

function showFavorites(): void {
  for (const heart of document.querySelectorAll('[data-action="toggle-favorite"]')) {
    const pressed = String(isFavorite(parseFavorite(productJson(heart))?.id ?? ''));
    if (heart.getAttribute('aria-pressed') !== pressed) heart.setAttribute('aria-pressed', pressed);
  }
}

function prefetchCart({ target }: Event): void {
  if (!isSlowConnection() && (target as Element).closest?.('[data-action$="-cart"]')) prefetchIsland(cartDrawer());
}
