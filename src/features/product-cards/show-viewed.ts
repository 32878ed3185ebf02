// Shows the pieces that were looked at on this device. A product's page loads it with the first scroll, and with it what its cards answer to.
import './card-swipe.ts';
import { readText, removeKey } from '#browser/storage.ts';
import { photo } from '#components/photo.ts';
import { PHOTO_FALLBACK } from '#components/photo-placeholder.ts';
import { formatPrice } from '#domain/money.ts';
import { loadCatalog } from './catalog-index.ts';
import type { CatalogItem } from './catalog-item.ts';

/** Ids with a space after each, the latest first, as a product's page writes them. Who signs out is forgotten (`features/shopper/device-profile.ts`). */
const KEY = 'viewed_v1';

const SHOWN = 12;

showViewed().catch((failure: unknown) => console.warn('What was viewed cannot be shown', failure));

/** Fills the page's place for them; leaves it empty where nothing else was looked at, or none of it is sold any more. */
async function showViewed(): Promise<void> {
  const place = document.querySelector<HTMLElement>('[data-viewed]');
  const here = document.querySelector<HTMLElement>('#product')?.dataset['productId'];
  const stored = readText(KEY)?.split(' ') ?? [];
  const ids = [...new Set(stored)].filter((id) => id && id !== here).slice(0, SHOWN);
  if (!place || ids.length === 0) return;
  const { items } = await loadCatalog();
  const known = new Map(items.map((item) => [item.id, item]));
  const viewed = ids.flatMap((id) => known.get(id) ?? []);
  if (viewed.length > 0) whenFooterIsBelow(place, () => place.append(sectionOf(viewed)));
}

/** Waits until what follows, the footer, is below the screen: what comes before it then moves nothing that somebody sees. */
function whenFooterIsBelow(place: Element, show: () => void): void {
  const next = place.closest('main')?.nextElementSibling ?? place;
  const watch = new IntersectionObserver(([seen]) => {
    if (!seen || seen.boundingClientRect.top < innerHeight) return;
    watch.disconnect();
    show();
  });
  watch.observe(next);
}

function sectionOf(items: CatalogItem[]): HTMLElement {
  const section = element('section', 'pt-14');
  section.setAttribute('aria-labelledby', 'viewed-title');
  const title = element('h2', 'text-3xl', 'Recently viewed');
  title.id = 'viewed-title';
  const forget = element('button', 'min-h-11 text-sm underline decoration-gold underline-offset-4', 'Forget');
  forget.setAttribute('type', 'button');
  forget.setAttribute('aria-label', 'Forget what I viewed');
  forget.addEventListener('click', () => {
    removeKey(KEY);
    section.remove();
  });
  const head = element('div', 'flex flex-wrap items-center justify-between gap-x-4');
  head.append(title, forget);
  const list = element('ul', 'mt-4 flex gap-3 overflow-x-auto p-1');
  list.append(...items.map(cardOf));
  // Classes that the page has anyway.
  const panel = element('div', 'border-t border-line pt-10 pb-14');
  panel.append(head, list);
  section.append(panel);
  return section;
}

function cardOf({ id, name, image, secondImage, price, stockQuantity }: CatalogItem): HTMLElement {
  const card = element('li', 'w-32 shrink-0 text-sm sm:w-48');
  const link = element('a', 'block');
  link.setAttribute('href', `/product/${id}`);
  const { src, srcSet, sizes, width, height } = photo(image, {
    widths: [128, 192, 256, 384],
    sizes: '(min-width: 40rem) 12rem, 8rem',
  });
  const picture = Object.assign(document.createElement('img'), {
    alt: '',
    loading: 'lazy',
    width,
    height,
    sizes,
    srcset: srcSet,
    src,
  });
  picture.dataset['fallback'] = secondImage || PHOTO_FALLBACK;
  picture.className = 'aspect-square w-full rounded-sm bg-cream object-cover';
  link.append(picture, element('span', 'mt-2 line-clamp-2 [overflow-wrap:anywhere]', name));
  card.append(link, element('span', 'text-muted', stockQuantity > 0 ? formatPrice(price) : 'Out of Stock'));
  return card;
}

function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}
