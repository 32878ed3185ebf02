import { wantIsland } from '#client/island-wish.ts';
import { $cartOpen } from './cart-store.ts';

/** The drawer's dialog, which every shop page carries as static HTML. */
export function cartDrawer(): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>('#cart-drawer');
}

/**
 * Keeps the drawer's dialog as `$cartOpen` says. The dialog opens at once, as the browser's own modal (focus stays inside, Esc
 * closes, focus returns); React arrives in it a moment later with the lines.
 */
export function followCartOpen(): void {
  $cartOpen.subscribe((open) => {
    const drawer = cartDrawer();
    if (!drawer || drawer.open === open) return;
    if (!open) return drawer.close();
    drawer.showModal();
    wantIsland(drawer);
  });
  // `close` does not bubble.
  document.addEventListener('close', ({ target }) => target === cartDrawer() && $cartOpen.set(false), true);
  document.addEventListener('click', closeOnLeaving);
}

/** The backdrop is the dialog itself, outside its content; links in the drawer lead away from it. */
function closeOnLeaving({ target }: Event): void {
  const drawer = cartDrawer();
  if (target === drawer || (drawer?.contains(target as Node) && (target as Element).closest('a[href]'))) $cartOpen.set(false);
}
