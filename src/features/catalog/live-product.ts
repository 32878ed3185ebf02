import { formatPrice } from '#shared/money.ts';
import type { Product } from '#shared/schemas/product.ts';
import { cardProduct } from './card-product.ts';

/** Corrects what a product's page says of price and stock, and what its buttons sell. */
export function showLive(page: HTMLElement, product: Product): void {
  const saved = (product.originalPrice ?? 0) - product.price;
  say(page, 'price', formatPrice(product.price));
  say(page, 'original-price', formatPrice(product.originalPrice ?? product.price), saved <= 0);
  say(page, 'saved', `Save ${formatPrice(Math.max(0, saved))}`, saved <= 0);
  showAvailability(page, product.inStock);
  const quantity = page.querySelector<HTMLInputElement>('input[name=quantity]');
  if (quantity) {
    quantity.max = String(Math.max(1, product.stockQuantity));
    quantity.value = String(Math.min(quantity.valueAsNumber || 1, Number(quantity.max)));
  }
  page.dataset['product'] = JSON.stringify(cardProduct(product));
}

/** A product that is not on sale any more cannot be bought, whatever the page was built with. */
export function showGone(page: HTMLElement): void {
  showAvailability(page, false);
}

function showAvailability(page: HTMLElement, inStock: boolean): void {
  const availability = say(page, 'availability', inStock ? 'In Stock' : 'Out of Stock');
  availability?.classList.toggle('text-leaf', inStock);
  availability?.classList.toggle('text-danger', !inStock);
  const button = say(page, 'button', inStock ? 'Add to Cart' : 'Out of Stock') as HTMLButtonElement | null;
  if (button) button.disabled = !inStock;
}

function say(page: HTMLElement, what: string, text: string, hidden = false): HTMLElement | null {
  const element = page.querySelector<HTMLElement>(`[data-live=${what}]`);
  if (!element) return null;
  if (element.textContent !== text) element.textContent = text;
  element.hidden = hidden;
  return element;
}
