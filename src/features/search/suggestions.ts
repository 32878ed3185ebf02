import { type Finder, learnToRead, loadFinder } from './finder.ts';
import { forgetSearch, forgetSearches, rememberSearch } from './last-searches.ts';
import { type Offer, offerFor } from './search-offers.ts';
import { element, LOOK } from './search-options.ts';

let lists = 0;

/**
 * Suggests products while somebody types into a search form, and before that the last searches and ways in: a combobox with a listbox, as the ARIA Authoring Practices
 * describe it. The focus stays in the box. Does nothing for a form that has it already.
 */
export function suggest(form: HTMLFormElement): void {
  const input = form.querySelector('input');
  if (!input || input.getAttribute('role') === 'combobox') return;

  lists += 1;
  const list = element('div', { id: `suggestions-${lists}`, role: 'listbox' });
  const title = element('p', { id: `${list.id}-title`, role: 'status' });
  list.setAttribute('aria-labelledby', title.id);
  const forget = element('button', { type: 'button', class: LOOK.clear }, 'Clear all');
  const box = element('div', { class: LOOK.box, hidden: '' }, element('div', { class: LOOK.head }, title, forget), list);
  box.style.maxHeight = 'max(52vh, 100vh - 11rem)';
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

  const show = ({ title: text, parts, isHistory = false }: Offer) => {
    list.replaceChildren(...parts);
    options = [...list.querySelectorAll<HTMLElement>('[role=option]')];
    options.forEach((option, place) => {
      option.id = `${list.id}-${place}`;
    });
    if (title.textContent !== text) title.textContent = text;
    forget.hidden = !isHistory;
    box.hidden = text === '';
    input.setAttribute('aria-expanded', String(!box.hidden));
    activate(-1);
  };
  const close = () => show({ title: '', parts: [] });
  const update = () => {
    const typed = input.value;
    show(offerFor(typed, finder));
    learnToRead(typed)?.then(() => input.value === typed && update());
  };
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
    if (form.contains(document.activeElement)) update();
  }, console.warn);
}
