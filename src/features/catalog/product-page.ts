// What moves on a product's page: photos, Read More, the quantity. And once after loading, today's price and stock.
import { wantIsland } from '#client/island-wish.ts';
import { asRecord, parseJson, readJson } from '#client/storage.ts';
import { timeoutSignal } from '#client/timeout-signal.ts';
import type { Product } from '#shared/schemas/product.ts';
import { showGone, showLive } from './live-product.ts';
import { openZoom } from './photo-zoom.ts';

const PATIENCE_MS = 20_000;

document.addEventListener('click', (event) => {
  const target = event.target as Element;
  const large = target.closest<HTMLAnchorElement>('a[data-zoom]');
  if (large && !event.ctrlKey && !event.metaKey) zoom(event, large);
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

refresh();
window.addEventListener('productRatingUpdated', refresh);
wakeOwnReview();

/**
 * The prebuilt page stays as it is when the shop cannot be reached: the cart and the checkout ask again. It asks by itself: for
 * this one question the API client would be a request more.
 */
async function refresh(): Promise<void> {
  const page = productView();
  if (!page) return;
  const signal = timeoutSignal(PATIENCE_MS);
  const answer = await fetch(`/api/products/${page.dataset['productId']}`, { signal }).catch(() => undefined);
  if (answer?.status === 404) showGone(page);
  if (!answer?.ok) return;
  const { data } = asRecord(parseJson(await answer.text().catch(() => '')));
  if (data) showLive(page, data as Product);
}

/** Who has reviewed this product finds their review here, also one that is newer than the page. */
function wakeOwnReview(): void {
  const id = productView()?.dataset['productId'];
  if (id && JSON.stringify(readJson('reviews_v1'))?.includes(id)) wantIsland(document.querySelector('#reviews'));
}

// In the page for newer products the view comes later than this script.
function productView(): HTMLElement | null {
  return document.querySelector<HTMLElement>('#product');
}

/** Without this script the link leads to the large photo itself. */
function zoom(event: Event, large: HTMLAnchorElement): void {
  event.preventDefault();
  const photos = [...document.querySelectorAll<HTMLAnchorElement>('a[data-zoom]')];
  openZoom(photos, photos.indexOf(large));
}

function showPhoto(place: number): void {
  const gallery = document.querySelector('[data-gallery]');
  gallery?.scrollTo({ left: gallery.clientWidth * place, behavior: 'smooth' });
}

function markPhoto(gallery: Element): void {
  const place = Math.round(gallery.scrollLeft / gallery.clientWidth);
  for (const thumbnail of document.querySelectorAll<HTMLElement>('[data-photo]')) {
    const isShown = Number(thumbnail.dataset['photo']) === place;
    if (isShown) thumbnail.setAttribute('aria-current', 'true');
    else thumbnail.removeAttribute('aria-current');
  }
}

function toggleDescription(button: Element): void {
  const open = button.getAttribute('aria-expanded') !== 'true';
  button.setAttribute('aria-expanded', String(open));
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
