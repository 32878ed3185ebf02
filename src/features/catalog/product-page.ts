// What moves on a product's page: photos, Read More, the quantity. And once after loading, today's price and stock.
import { ApiFailure, callApi } from '#client/api.ts';
import type { Product } from '#shared/schemas/product.ts';
import { showGone, showLive } from './live-product.ts';

document.addEventListener('click', (event) => {
  const target = event.target as Element;
  const thumbnail = target.closest<HTMLElement>('[data-photo]');
  if (thumbnail) event.preventDefault();
  if (thumbnail) showPhoto(Number(thumbnail.dataset['photo']));
  const more = target.closest('[data-read-more]');
  if (more) toggleDescription(more);
  const step = target.closest<HTMLElement>('[data-step]');
  if (step) stepQuantity(step);
});

// Enter in the quantity field means the button, not a page load.
document.addEventListener('submit', (event) => {
  const form = event.target as Element;
  if (!form.matches('[data-product-form]')) return;
  event.preventDefault();
  form.querySelector<HTMLButtonElement>('[data-action="add-to-cart"]')?.click();
});

document.addEventListener(
  'scroll',
  ({ target }) => target instanceof Element && target.matches('[data-gallery]') && markPhoto(target),
  {
    capture: true,
    passive: true,
  },
);

const page = document.querySelector<HTMLElement>('#product');
if (page) refresh(page);

/** The prebuilt page stays as it is when the shop cannot be reached: the cart and the checkout ask again. */
async function refresh(page: HTMLElement): Promise<void> {
  try {
    showLive(page, await callApi<Product>('GET', `/products/${page.dataset['productId']}`));
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 404) showGone(page);
  }
}

function showPhoto(place: number): void {
  const gallery = document.querySelector('[data-gallery]');
  gallery?.scrollTo({ left: gallery.clientWidth * place, behavior: 'smooth' });
}

function markPhoto(gallery: Element): void {
  const place = Math.round(gallery.scrollLeft / gallery.clientWidth);
  for (const thumbnail of document.querySelectorAll<HTMLElement>('[data-photo]')) {
    const isShown = Number(thumbnail.dataset['photo']) === place;
    thumbnail.ariaCurrent = isShown ? 'true' : null;
  }
}

function toggleDescription(button: Element): void {
  const open = button.ariaExpanded !== 'true';
  button.ariaExpanded = String(open);
  button.textContent = open ? 'Show Less' : 'Read More';
  button.parentElement?.querySelector('[data-rest]')?.toggleAttribute('hidden', !open);
  button.parentElement?.querySelector('[data-ellipsis]')?.toggleAttribute('hidden', open);
}

function stepQuantity(button: HTMLElement): void {
  const input = button.parentElement?.querySelector<HTMLInputElement>('input[type=number]');
  if (!input) return;
  const wanted = (input.valueAsNumber || 1) + Number(button.dataset['step']);
  input.value = String(Math.min(Math.max(wanted, 1), Number(input.max) || wanted));
}
