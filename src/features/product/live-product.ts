import { asRecord, parseJson } from '#browser/storage.ts';
import { formatPrice } from '#domain/money.ts';
import type { Product } from '#domain/products/contract.ts';
import { ratingLabel } from '#domain/reviews/labels.ts';
import { countedOf } from '#domain/variants/choice.ts';
import { showChoices } from './live-choices.ts';

/** Updates price, stock, choices and rating on a prebuilt page, and the data its buttons use. */
export function showCurrent(page: HTMLElement, product: Product): void {
  const { price, originalPrice, inStock } = product;
  const { stockQuantity, variants } = countedOf(product);
  const saved = (originalPrice ?? 0) - price;
  setText(page, 'price', formatPrice(price));
  setText(page, 'bar-price', formatPrice(price));
  setText(page, 'original-price', formatPrice(originalPrice ?? price), saved <= 0);
  setText(page, 'saved', `Save ${formatPrice(Math.max(0, saved))}`, saved <= 0);
  showAvailability(page, inStock);
  showRating(page, product);
  const sold = asRecord(parseJson(page.dataset['product']));
  page.dataset['product'] = JSON.stringify({ ...sold, price, originalPrice, stockQuantity, variants });
  showChoices(page);
}

/** Disables buying for a product that is no longer on sale. */
export function showUnavailable(page: HTMLElement): void {
  showAvailability(page, false);
}

function showAvailability(page: HTMLElement, inStock: boolean): void {
  const availability = setText(page, 'availability', inStock ? 'In Stock' : 'Out of Stock');
  availability?.classList.toggle('text-leaf', inStock);
  availability?.classList.toggle('text-danger', !inStock);
  const button = setText(page, 'button', inStock ? 'Add to Cart' : 'Out of Stock');
  // With Order now beside it.
  const buttons = button?.closest('fieldset');
  if (buttons) buttons.disabled = !inStock;
  page.querySelector('[data-stepper]')?.toggleAttribute('hidden', !inStock);
}

/** Stars are a masked gold bar (Stars.tsx): its length is the rating. */
function showRating(page: HTMLElement, { rating, reviewCount }: Product): void {
  const label = setText(page, 'reviews', ratingLabel(rating, reviewCount));
  const stars = label?.previousElementSibling;
  stars?.setAttribute('aria-label', `${rating} out of 5 stars`);
  stars?.lastElementChild?.setAttribute('d', `M0 0h${rating * 10}v10H0z`);
}

function setText(page: HTMLElement, what: string, text: string, hidden = false): HTMLElement | null {
  const element = page.querySelector<HTMLElement>(`[data-live=${what}]`);
  if (!element) return null;
  if (element.textContent !== text) element.textContent = text;
  element.hidden = hidden;
  return element;
}
