// What buttons open whose code is only loaded then. One module, so that every page names one file.
import type { Piece } from '#features/order-now/open-sheet.tsx';
import { openQuickChoice } from '#features/product-cards/quick-choice.ts';

/** Opens what a button is for. Takes the piece that it is of, if it is of one, and what puts that into the cart, from where the checkout orders it, too. */
export async function openLater(button: Element, piece: Piece | undefined, add: (button: Element) => void): Promise<void> {
  if (button.getAttribute('data-action') === 'choose') {
    openQuickChoice(button);
    return;
  }
  const sheet = await import('#features/order-now/open-sheet.tsx').catch(() => undefined);
  if (sheet) await sheet.openSheet(piece);
  else add(button);
}
