// What suggestions below a search box are made of.
import { photoUrl } from '#components/photo.ts';
import { PHOTO_FALLBACK } from '#components/photo-placeholder.ts';
import { formatPrice } from '#domain/money.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';

const PHOTO_PIXELS = 112;

/** Classes that the header and the cart have, too: the sheet of a page has no room for others. */
export const LOOK = {
  box: 'absolute inset-x-0 top-full z-20 mx-auto max-w-2xl overflow-y-auto border border-line bg-white shadow-lift [&[hidden]]:hidden',
  head: 'flex min-h-11 items-center justify-between gap-4 px-4 text-sm text-muted',
  clear: 'min-h-11 shrink-0 underline underline-offset-4 [&[hidden]]:hidden',
  option: 'flex min-h-11 items-center gap-3 border-t border-line px-4 py-2 hover:bg-cream',
  way: 'flex min-h-11 items-center border border-line px-4 text-sm hover:bg-cream',
  active: 'bg-cream',
  photo: 'shrink-0 rounded-sm bg-cream',
  wide: 'min-w-0 grow',
  name: 'block leading-snug font-medium',
  below: 'block text-xs text-muted',
  price: 'shrink-0 text-sm tabular-nums',
  forget: 'btn-icon -mr-2 text-xl text-muted',
};

/** A product, to be opened. */
export function productOption({ id, image, name, categoryName, price, stockQuantity }: CatalogItem): HTMLElement {
  const src = image && !image.endsWith('.svg') ? photoUrl(image, { width: PHOTO_PIXELS, height: PHOTO_PIXELS }) : PHOTO_FALLBACK;
  return option(
    `/product/${id}`,
    element('img', { src, alt: '', width: '56', height: '56', class: LOOK.photo }),
    element(
      'span',
      { class: LOOK.wide },
      element('span', { class: LOOK.name }, name),
      element('span', { class: LOOK.below }, categoryName),
    ),
    element(
      'span',
      { class: LOOK.price },
      formatPrice(price),
      element('span', { class: LOOK.below }, stockQuantity > 0 ? '' : 'Sold out'),
    ),
  );
}

/** A search of before, to be made again or taken off. */
export function searchedOption(term: string): HTMLElement {
  const forget = element('span', { 'data-forget': '', 'aria-hidden': 'true', title: 'Clear', class: LOOK.forget }, '×');
  const found = option(listing(term), element('span', { class: LOOK.wide }, term), forget);
  found.dataset['term'] = term;
  found.setAttribute('aria-description', 'Delete clears it');
  return found;
}

/** All results of a search. */
export function allOption(term: string, text: string): HTMLElement {
  return option(listing(term), text);
}

/** Ways into the shop under one label, side by side. Takes address and text of each. */
export function waysGroup(label: string, ways: [href: string, text: string][]): HTMLElement {
  const options = ways.map(([href, text]) => element('a', { role: 'option', href, tabindex: '-1', class: LOOK.way }, text));
  const row = element('div', { role: 'group', 'aria-label': label }, element('p', { class: LOOK.head }, label), ...options);
  row.style.cssText = 'display:flex;flex-wrap:wrap;gap:.5rem;padding:0 1rem .75rem';
  (row.firstElementChild as HTMLElement).style.cssText = 'width:100%;padding:0;min-height:0;margin-top:.5rem';
  return row;
}

function listing(term: string): string {
  return `/products?search=${encodeURIComponent(term)}`;
}

function option(href: string, ...parts: (string | Element)[]): HTMLElement {
  return element('a', { role: 'option', href, tabindex: '-1', class: LOOK.option }, ...parts);
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  ...children: (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}
