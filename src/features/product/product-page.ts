// Behaviour of the product page: photos, Read More, choices, the city; and current price and stock once after loading.
import { hydrateIsland } from '#browser/hydrate-island.ts';
import { asRecord, readJson, readText, writeJson, writeText } from '#browser/storage.ts';
import { timeoutSignal } from '#browser/timeout-signal.ts';
import type { Product } from '#domain/products/contract.ts';
import { chosenOn, setQuantity, showChoices, undoChoice } from './live-choices.ts';
import { showCurrent, showUnavailable } from './live-product.ts';

const TIMEOUT_MS = 20_000;

/** Storage key of the shopper's city. */
const CITY = 'city_v1';

/** Storage key of what was looked at (`show-viewed.ts`): the latest first, a space after each id. */
const VIEWED = 'viewed_v1';

/** Thirteen ids: the product of the page, and the twelve before it. */
const VIEWED_LENGTH = 13 * 25;

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
  const seldom = target.closest<HTMLElement>('button[data-tell], [data-share]');
  if (seldom)
    import('./seldom-clicked.ts').then(
      (loaded) => loaded.answerClick(seldom),
      // The link alone needs no network.
      () => seldom.matches('[data-share]') && prompt('Copy this link:', location.href),
    );
  const undo = target.closest<HTMLElement>('[data-undo-choice]');
  const page = productView();
  if (undo && page) {
    undoChoice(page, undo.dataset['undoChoice'] ?? '');
    showChosen(page);
  }
});

// Enter in the quantity field clicks the button; the form itself is never submitted.
document.addEventListener('submit', (event) => {
  if ((event.target as Element).matches('[data-product-form]')) event.preventDefault();
});

document.addEventListener(
  'scroll',
  // The first scroll of the page loads what was looked at before; the page does without.
  ({ target }) =>
    target instanceof Element
      ? target.matches('[data-gallery]') && markPhoto(target)
      : import('#features/product-cards/show-viewed.ts').catch(() => {}),
  true,
);

document.addEventListener('change', ({ target }) => {
  const changed = target as HTMLInputElement | HTMLSelectElement;
  if (changed.matches('[data-product-form] [type=radio]')) choose(changed as HTMLInputElement);
  if (changed.id === 'quantity') setQuantity(changed as HTMLInputElement);
  if (changed.matches('[data-city]')) chooseCity(changed as HTMLSelectElement);
});

// What was chosen before this script came.
for (const radio of document.querySelectorAll<HTMLInputElement>('[data-product-form] [type=radio]'))
  if (radio.checked && !radio.defaultChecked) choose(radio);
const gallery = document.querySelector('[data-gallery]');
if (gallery?.scrollLeft) markPhoto(gallery);
start();
document.addEventListener('product:shown', start);
refresh();
window.addEventListener('productRatingUpdated', refresh);
showOwnReview();

/** For a product that is on the page, in the shell when it has come. */
function start(): void {
  const id = productView()?.dataset['productId'];
  if (!id) return;
  showSavedCity();
  writeText(VIEWED, `${id} ${readText(VIEWED)?.replace(`${id} `, '') ?? ''}`.slice(0, VIEWED_LENGTH));
}

/**
 * Loads the current product. If that fails the prebuilt page stays; cart and checkout ask again. Uses `fetch`, because the API
 * client would be one more request.
 */
async function refresh(): Promise<void> {
  const page = productView();
  if (!page) return;
  const signal = timeoutSignal(TIMEOUT_MS);
  const answer = await fetch(`/api/products/${page.dataset['productId']}`, { signal }).catch(() => undefined);
  if (answer?.status === 404) showUnavailable(page);
  if (!answer?.ok) return;
  const { data } = asRecord(await answer.json().catch(() => undefined));
  if (data) showCurrent(page, data as Product);
}

/** Hydrates the reviews for a shopper who has reviewed this product, since their review may be newer than the page, or was asked to by mail. */
function showOwnReview(): void {
  const id = productView()?.dataset['productId'];
  if ((id && readText('reviews_v1')?.includes(id)) || location.hash.startsWith('#review='))
    hydrateIsland(document.querySelector('#reviews'));
}

// In the product shell the view is rendered after this script runs.
function productView(): HTMLElement | null {
  return document.querySelector<HTMLElement>('#product');
}

/** Opens the photos of the same list. Without script the link opens the photo itself. */
function zoom(event: Event, large: HTMLAnchorElement): void {
  event.preventDefault();
  const photos = [...(large.closest('ul')?.querySelectorAll<HTMLAnchorElement>('a[data-zoom]') ?? [])];
  import('./photo-zoom.ts').then(
    (loaded) => loaded.openZoom(photos, photos.indexOf(large)),
    () => location.assign(large.href),
  );
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
  setQuantity(input, (input.valueAsNumber || 1) + Number(button.dataset['step']));
}

function choose(radio: HTMLInputElement): void {
  const page = productView();
  if (page) showChosen(page);
  if (radio.name === 'color') showColor(radio.value);
}

/** Shows the choices in the bar, and what is left beside them. */
function showChosen(page: HTMLElement): void {
  showChoices(page);
  const words = page.querySelector('[data-chosen]');
  // Size first, as everywhere else.
  if (words) words.textContent = Object.values(chosenOn(page)).reverse().join(', ');
}

/** Without a photo of the colour, says which colours the photos show, if that is known. */
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
  writeJson(CITY, { name: select.value, days: showDays(select) });
}

/** Selects the stored city (features/shopper/delivery-city.ts), or the one named in the profile's address. */
function showSavedCity(): void {
  const select = document.querySelector<HTMLSelectElement>('[data-city]');
  if (!select) return;
  if (select.selectedIndex > 0) {
    chooseCity(select);
    return;
  }
  const { name, days } = asRecord(readJson(CITY));
  const { address } = asRecord(readJson('profile_v1'));
  const words = String(address ?? '').toLowerCase();
  const known = [...select.options].find(({ value }) => (name ? value === name : value && words.includes(value.toLowerCase())));
  // The checkout knows many more cities.
  if (!known && name) select.add(new Option(String(name), undefined, true, true));
  else if (known) select.value = known.value;
  showDays(select, days);
}

/** Shows how long parcels take to the chosen city. Gives that back. */
function showDays(select: HTMLSelectElement, known: unknown = ''): string {
  const text = select.selectedOptions[0]?.dataset['days'] ?? String(known);
  const days = document.querySelector('b[data-days]');
  if (days) days.textContent = text;
  return text;
}
