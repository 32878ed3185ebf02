// The choice of a size or colour on a card. Loaded when it is first asked for.
import { asRecord, parseJson } from '#browser/storage.ts';
import type { Product } from '#domain/products/contract.ts';
import { countedOf, isSoldOut } from '#domain/variants/choice.ts';
import type { CardProduct } from './catalog-item.ts';

/** Pixels: three sizes beside each other, and the least beside the panel. */
const MIN_WIDTH = 176;
const MARGIN = 8;

/**
 * Opens the choice above a card's button: a button for each value, which `shop-actions.ts` adds to the cart. Outside of the card, because React may be
 * about to hydrate that.
 */
export function openQuickChoice(opener: Element): void {
  const card = opener.closest<HTMLElement>('[data-product]');
  const product = asRecord(parseJson(card?.dataset['product'])) as unknown as CardProduct;
  if (!product.choice || !opener.isConnected) return;
  const dialog = dialogOf(product, product.choice.kind);
  document.body.append(dialog);
  markSoldOut(dialog, product);
  place(dialog, opener);
  dialog.showModal();
  dialog.querySelector<HTMLElement>('[data-action]:enabled')?.focus();
  const follow = () => place(dialog, opener);
  addEventListener('resize', follow);
  dialog.addEventListener('close', () => {
    removeEventListener('resize', follow);
    dialog.remove();
  });
  dialog.addEventListener('click', ({ target }) => {
    // The dialog itself is its backdrop.
    if (target === dialog || (target as Element).closest('button')) dialog.close();
  });
  refresh(dialog, product);
}

function dialogOf({ id, name, choice }: CardProduct, kind: string): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  const called = kind === 'color' ? 'colour' : kind;
  dialog.setAttribute('aria-label', `Select a ${called} of ${name}`);
  dialog.className = 'absolute rounded-sm border border-line bg-ivory text-ink shadow-lift';
  const title = element('p', 'min-w-0 flex-1 text-sm font-medium', `Select a ${called}`);
  const close = element('button', 'btn-icon text-2xl', '×');
  close.setAttribute('aria-label', 'Close');
  const head = element('div', 'flex items-center');
  head.append(title, close);
  const values = element('div', 'flex flex-wrap gap-2');
  values.append(...(choice?.values ?? []).map((value) => valueButton(kind, value)));
  const more = element('a', 'flex min-h-11 items-center text-sm underline decoration-gold underline-offset-4', 'See all details');
  more.setAttribute('href', `/product/${id}`);
  const panel = element('div', 'px-3');
  panel.append(head, values, more);
  dialog.append(panel);
  return dialog;
}

function valueButton(kind: string, value: string): HTMLElement {
  const button = element('button', 'btn btn-outline min-w-11 px-2', value);
  button.dataset['action'] = 'add-to-cart';
  button.dataset[kind] = value;
  return button;
}

function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

/** Strikes out what has no pieces, and gives the buttons the product that they add. */
function markSoldOut(dialog: HTMLElement, product: CardProduct): void {
  const { kind } = product.choice ?? { kind: 'size' };
  dialog.dataset['product'] = JSON.stringify(product);
  for (const button of dialog.querySelectorAll<HTMLButtonElement>('[data-action]')) {
    const value = button.dataset[kind] ?? '';
    const soldOut = product.stockQuantity === 0 || isSoldOut(product, kind, value);
    if (button.disabled === soldOut) continue;
    button.disabled = soldOut;
    button.replaceChildren(...(soldOut ? [element('s', '', value), element('span', 'sr-only', ', sold out')] : [value]));
  }
}

/** What has sold out since the page was built. Without an answer, the cart asks again. */
async function refresh(dialog: HTMLElement, product: CardProduct): Promise<void> {
  const answer = await fetch(`/api/products/${product.id}`).catch(() => undefined);
  if (!answer?.ok) return;
  const { data } = asRecord(parseJson(await answer.text().catch(() => '')));
  if (!data) return;
  const { price, originalPrice } = data as Product;
  markSoldOut(dialog, { ...product, price, originalPrice, ...countedOf(data as Product) });
}

/** Puts the choice over the lower part of the card, its lower edge at the button's. */
function place(dialog: HTMLElement, opener: Element): void {
  const { left, bottom, width } = opener.getBoundingClientRect();
  const wide = Math.max(width, MIN_WIDTH);
  const { clientWidth, clientHeight } = document.documentElement;
  const inSight = Math.min(left, clientWidth - wide - MARGIN);
  Object.assign(dialog.style, {
    width: `${wide}px`,
    inset: `auto auto ${clientHeight - scrollY - bottom}px ${scrollX + inSight}px`,
  });
}
