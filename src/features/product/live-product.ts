import { asRecord, parseJson } from '#browser/storage.ts';
import { formatPrice } from '#shared/money.ts';
import { ratingLabel } from '#shared/reviews.ts';
import type { Product } from '#shared/schemas/products.ts';

/** Corrects what a product's page says of price, stock and rating, and what its buttons sell. */
export function showCurrent(page: HTMLElement, product: Product): void {
  const { price, originalPrice, inStock } = product;
  const stockQuantity = inStock ? product.stockQuantity : 0;
  const saved = (originalPrice ?? 0) - price;
  say(page, 'price', formatPrice(price));
  say(page, 'bar-price', formatPrice(price));
  say(page, 'original-price', formatPrice(originalPrice ?? price), saved <= 0);
  say(page, 'saved', `Save ${formatPrice(Math.max(0, saved))}`, saved <= 0);
  showAvailability(page, inStock);
  showRating(page, product);
  const quantity = page.querySelector<HTMLInputElement>('input[name=quantity]');
  if (quantity) {
    quantity.max = String(Math.max(1, stockQuantity));
    quantity.value = String(Math.min(quantity.valueAsNumber || 1, Number(quantity.max)));
  }
  const sold = asRecord(parseJson(page.dataset['product']));
  page.dataset['product'] = JSON.stringify({ ...sold, price, originalPrice, stockQuantity });
}

/** A product that is not on sale any more cannot be bought, whatever the page was built with. */
export function showUnavailable(page: HTMLElement): void {
  showAvailability(page, false);
}

function showAvailability(page: HTMLElement, inStock: boolean): void {
  const availability = say(page, 'availability', inStock ? 'In Stock' : 'Out of Stock');
  availability?.classList.toggle('text-leaf', inStock);
  availability?.classList.toggle('text-danger', !inStock);
  const button = say(page, 'button', inStock ? 'Add to Cart' : 'Out of Stock') as HTMLButtonElement | null;
  if (button) button.disabled = !inStock;
}

/** The stars are a bar of gold behind a mask (Stars.tsx): its length says the rating. */
function showRating(page: HTMLElement, { rating, reviewCount }: Product): void {
  const words = say(page, 'reviews', ratingLabel(rating, reviewCount));
  const stars = words?.previousElementSibling;
  stars?.setAttribute('aria-label', `${rating} out of 5 stars`);
  stars?.lastElementChild?.setAttribute('d', `M0 0h${rating * 10}v10H0z`);
}

function say(page: HTMLElement, what: string, text: string, hidden = false): HTMLElement | null {
  const element = page.querySelector<HTMLElement>(`[data-live=${what}]`);
  if (!element) return null;
  if (element.textContent !== text) element.textContent = text;
  element.hidden = hidden;
  return element;
}
