import { photoUrl } from '#components/photo.ts';
import { PHOTO_FALLBACK } from '#components/photo-placeholder.ts';
import { formatPrice } from '#domain/money.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { type Finder, loadFinder, nearestOf } from './finder.ts';
import { forgetSearch, forgetSearches, lastSearches, rememberSearch } from './last-searches.ts';

/** Products offered: on a phone as many as stand above the keyboard. */
const SHOWN = { phone: 4, elsewhere: 6 };

const PHOTO_PIXELS = 112;

/** Classes that the header and the cart have, too: the sheet of a page has no room for others. */
const LOOK = {
  box: 'absolute inset-x-0 top-full z-20 mx-auto max-w-2xl overflow-y-auto border border-line bg-white shadow-lift [&[hidden]]:hidden',
  head: 'flex min-h-11 items-center justify-between gap-4 px-4 text-sm text-muted',
  forgetAll: 'min-h-11 shrink-0 underline underline-offset-4 [&[hidden]]:hidden',
  option: 'flex min-h-11 items-center gap-3 border-t border-line px-4 py-2 hover:bg-cream',
  active: 'bg-cream',
  photo: 'shrink-0 rounded-sm bg-cream',
  wide: 'min-w-0 grow',
  name: 'block leading-snug font-medium',
  below: 'block text-xs text-muted',
  price: 'shrink-0 text-sm tabular-nums',
  forget: 'btn-icon -mr-2 text-xl text-muted',
};

let lists = 0;

/** What is offered for what stands in the box. */
interface Offer {
  title: string;
  options: HTMLElement[];
  /** Whether these are last searches, which can be forgotten. */
  isHistory?: boolean;
}

/**
 * Suggests products while somebody types into a search form, and the last searches before: a combobox with a listbox, as the ARIA Authoring Practices
 * describe it. The focus stays in the box. Does nothing for a form that has it already.
 */
export function suggest(form: HTMLFormElement): void {
  const input = form.querySelector('input');
  if (!input || input.getAttribute('role') === 'combobox') return;

  lists += 1;
  const list = element('div', { id: `suggestions-${lists}`, role: 'listbox' });
  const title = element('p', { id: `${list.id}-title`, role: 'status' });
  list.setAttribute('aria-labelledby', title.id);
  const forget = element('button', { type: 'button', class: LOOK.forgetAll }, 'Forget all');
  const box = element('div', { class: LOOK.box, hidden: '' }, element('div', { class: LOOK.head }, title, forget), list);
  box.style.maxHeight = 'calc(100vh - 11rem)';
  form.append(box);
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    enterkeyhint: 'search',
  }))
    input.setAttribute(name, value);

  let finder: Finder | undefined;
  let options: HTMLElement[] = [];
  let active = -1;

  const show = ({ title: text, options: offered, isHistory = false }: Offer) => {
    options = offered;
    list.replaceChildren(...options);
    options.forEach((option, place) => {
      option.id = `${list.id}-${place}`;
    });
    if (title.textContent !== text) title.textContent = text;
    forget.hidden = !isHistory;
    box.hidden = text === '';
    input.setAttribute('aria-expanded', String(!box.hidden));
    activate(-1);
  };
  const close = () => show({ title: '', options: [] });
  const update = () => show(offerFor(input.value, finder));
  const activate = (place: number) => {
    active = place;
    for (const [at, option] of options.entries()) {
      option.setAttribute('aria-selected', String(at === place));
      option.classList.toggle(LOOK.active, at === place);
    }
    const option = options[place];
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
    option?.scrollIntoView({ block: 'nearest' });
  };
  const forgetOne = (term: string) => {
    forgetSearch(term);
    update();
  };

  input.addEventListener('input', update);
  // A click after Escape opens it again.
  for (const type of ['focus', 'click']) input.addEventListener(type, () => box.hidden && update());
  input.addEventListener('keydown', (event) => {
    const { key } = event;
    const option = options[active];
    const term = option?.dataset['term'];
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (box.hidden) update();
      const places = options.length + 1;
      // The box itself is one of the places, between the last option and the first.
      if (options.length > 0) activate(((active + 1 + (key === 'ArrowDown' ? 1 : places - 1)) % places) - 1);
    } else if (key === 'Enter' && option) option.click();
    else if (key === 'Delete' && term) forgetOne(term);
    else if (key === 'Escape' && !box.hidden) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  form.addEventListener('submit', () => rememberSearch(input.value));
  form.addEventListener('focusout', ({ relatedTarget }) => !form.contains(relatedTarget as Node | null) && close());

  // The focus stays in the box, whatever is pressed.
  box.addEventListener('mousedown', (event) => event.preventDefault());
  forget.addEventListener('click', () => {
    forgetSearches();
    input.focus();
    update();
  });
  list.addEventListener('click', (event) => {
    const target = event.target as Element;
    const term = target.closest<HTMLElement>('[data-term]')?.dataset['term'];
    if (term && target.closest('[data-forget]')) {
      event.preventDefault();
      forgetOne(term);
    } else rememberSearch(term ?? input.value);
  });

  update();
  loadFinder().then((loaded) => {
    finder = loaded;
    if (input.value && form.contains(document.activeElement)) update();
  }, console.warn);
}

function offerFor(typed: string, finder: Finder | undefined): Offer {
  const term = typed.trim();
  const last = lastSearches();
  if (!term) return { title: last.length > 0 ? 'Your last searches' : '', options: last.map(searched), isHistory: true };
  if (!finder) return { title: '', options: [] };
  const { items, understood } = finder.find(term);
  if (items.length > 0) {
    const count = items.length === 1 ? '1 piece' : `${items.length} pieces`;
    return { title: `${count} for “${term}”`, options: [...items.slice(0, shown()).map(product), all(term, 'See all results')] };
  }
  const nearest = nearestOf(understood).flatMap((word) => finder.find(word).items);
  const [missing] = understood.filter(({ as }) => as === 'missing');
  const title = missing ? `We have no “${missing.typed}”` : `Nothing found for “${term}”`;
  return {
    title: nearest.length > 0 ? `${title}. Nearest to it:` : title,
    options: [...new Set(nearest)].slice(0, shown()).map(product).concat(all(term, 'Search everywhere')),
  };
}

function shown(): number {
  return innerWidth < 768 ? SHOWN.phone : SHOWN.elsewhere;
}

function product({ id, image, name, categoryName, price, stockQuantity }: CatalogItem): HTMLElement {
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

function searched(term: string): HTMLElement {
  const forget = element('span', { 'data-forget': '', 'aria-hidden': 'true', title: 'Forget', class: LOOK.forget }, '×');
  const found = option(listing(term), element('span', { class: LOOK.wide }, term), forget);
  found.dataset['term'] = term;
  found.setAttribute('aria-description', 'Delete forgets it');
  return found;
}

function all(term: string, text: string): HTMLElement {
  return option(listing(term), text);
}

function listing(term: string): string {
  return `/products?search=${encodeURIComponent(term)}`;
}

function option(href: string, ...parts: (string | Element)[]): HTMLElement {
  return element('a', { role: 'option', href, tabindex: '-1', class: LOOK.option }, ...parts);
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  ...children: (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}
