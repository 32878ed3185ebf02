// What moves on a product's page: photos, Read More, choices, the city. And once after loading, today's price and stock.
import { hydrateIsland } from '#browser/hydrate-island.ts';
import { asRecord, parseJson, readJson, writeJson } from '#browser/storage.ts';
import { timeoutSignal } from '#browser/timeout-signal.ts';
import type { Product } from '#shared/schemas/products.ts';
import { showCurrent, showUnavailable } from './live-product.ts';
import { openZoom } from './photo-zoom.ts';

const TIMEOUT_MS = 20_000;

/** Where the shopper's city is kept. */
const CITY = 'city_v1';

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

// Enter in the quantity field presses the button, which says what is done; no page is loaded.
document.addEventListener('submit', (event) => {
  if ((event.target as Element).matches('[data-product-form]')) event.preventDefault();
});

document.addEventListener(
  'scroll',
  ({ target }) => target instanceof Element && target.matches('[data-gallery]') && markPhoto(target),
  {
    capture: true,
    passive: true,
  },
);

document.addEventListener('change', ({ target }) => {
  const changed = target as HTMLInputElement | HTMLSelectElement;
  if (changed.matches('[data-product-form] [type=radio]')) showChoice(changed as HTMLInputElement);
  if (changed.matches('[data-city]')) chooseCity(changed as HTMLSelectElement);
});

showSavedCity();
document.addEventListener('product:shown', showSavedCity);
refresh();
window.addEventListener('productRatingUpdated', refresh);
showOwnReview();

/**
 * The prebuilt page stays as it is when the shop cannot be reached: the cart and the checkout ask again. It asks by itself: for
 * this one question the API client would be a request more.
 */
async function refresh(): Promise<void> {
  const page = productView();
  if (!page) return;
  const signal = timeoutSignal(TIMEOUT_MS);
  const answer = await fetch(`/api/products/${page.dataset['productId']}`, { signal }).catch(() => undefined);
  if (answer?.status === 404) showUnavailable(page);
  if (!answer?.ok) return;
  const { data } = asRecord(parseJson(await answer.text().catch(() => '')));
  if (data) showCurrent(page, data as Product);
}

/** Who has reviewed this product finds their review here, also one that is newer than the page. */
function showOwnReview(): void {
  const id = productView()?.dataset['productId'];
  if (id && JSON.stringify(readJson('reviews_v1'))?.includes(id)) hydrateIsland(document.querySelector('#reviews'));
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

function showPhoto(index: number): void {
  const gallery = document.querySelector('[data-gallery]');
  gallery?.scrollTo({ left: gallery.clientWidth * index, behavior: 'smooth' });
}

function markPhoto(gallery: Element): void {
  const index = Math.round(gallery.scrollLeft / gallery.clientWidth);
  for (const thumbnail of document.querySelectorAll<HTMLElement>('[data-photo]')) {
    const isShown = Number(thumbnail.dataset['photo']) === index;
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

/** Says in the bar what is chosen, and shows the photo of a colour. */
function showChoice(radio: HTMLInputElement): void {
  const chosen = [...document.querySelectorAll<HTMLInputElement>('[data-product-form] [type=radio]:checked')];
  const words = document.querySelector('[data-chosen]');
  if (words) words.textContent = chosen.map(({ value }) => value).join(', ');
  if (radio.name === 'color') showColor(radio.value);
}

/** Without a photo of it the page says which colours the photos show; where nobody said that, it stays silent. */
function showColor(color: string): void {
  const shown = [...document.querySelectorAll<HTMLElement>('[data-gallery] > li')].map(({ dataset }) => dataset['color'] ?? '');
  const index = shown.indexOf(color);
  const others = [...new Set(shown)].filter(Boolean);
  if (index >= 0) showPhoto(index);
  const thumbnail = document.querySelector<HTMLImageElement>(`[data-photo="${index}"] img`);
  const barPhoto = document.querySelector<HTMLImageElement>('[data-bar-photo]');
  if (thumbnail && barPhoto) barPhoto.src = thumbnail.src;
  const note = document.querySelector('[data-photo-note]');
  if (note)
    note.textContent = index < 0 && others.length ? `No photo in ${color} yet: the photos show ${others.join(' and ')}.` : '';
}

function chooseCity(select: HTMLSelectElement): void {
  writeJson(CITY, select.value);
  showDays(select);
}

/** The city chosen before, or the one in the address of this device's profile. */
function showSavedCity(): void {
  const select = document.querySelector<HTMLSelectElement>('[data-city]');
  if (!select) return;
  const kept = readJson(CITY);
  const { address } = asRecord(readJson('profile_v1'));
  const words = String(address ?? '').toLowerCase();
  const known = [...select.options].find(({ value }) => (kept ? value === kept : value && words.includes(value.toLowerCase())));
  if (!known) return;
  select.value = known.value;
  showDays(select);
}

function showDays(select: HTMLSelectElement): void {
  const days = document.querySelector('b[data-days]');
  if (days) days.textContent = select.selectedOptions[0]?.dataset['days'] ?? '';
}
