/** Something on a page, as a person would say it: what it is (a role, or a selector), how it is called, what is written in it, and in what it stands. */
export interface Wanted {
  is: string;
  name?: string;
  has?: string;
  inside?: Wanted;
  /** The choice to make in a native list. */
  choose?: string;
  /** It is to be touched: brings it to where that can be done. */
  reach?: boolean;
}

export interface Seen {
  /** How many fit; the rest is told of the first. */
  count: number;
  text: string;
  /** What a field holds; of a list, the words of the choice. */
  value: string;
  isPressed: boolean;
  hasFocus: boolean;
  /** Nothing lies over it, and it is not switched off. */
  canBePressed: boolean;
  x: number;
  y: number;
}

/**
 * Finds something that can be seen. Runs in the page, in browsers of any age that can buy: what is needed stands inside, in the words of 2021.
 */
export function look(wanted: Wanted): Seen | null {
  const ROLES: Record<string, string> = {
    article: 'article',
    button: 'button, [role=button], summary',
    combobox: 'select, [role=combobox]',
    dialog: 'dialog[open], [role=dialog], [role=alertdialog]',
    heading: 'h1, h2, h3, h4, h5, h6',
    link: 'a[href]',
    option: '[role=option]',
    region: 'section, [role=region]',
    row: 'tr, [role=row]',
    searchbox: 'input[type=search]',
    textbox: 'input:not([type=search]):not([type=checkbox]):not([type=radio]), textarea',
  };
  const clean = (text: string | null | undefined) => `${text || ''}`.replace(/\s+/g, ' ').trim();

  function wordsOf(element: Element): string {
    const copy = element.cloneNode(true) as Element;
    for (const hidden of copy.querySelectorAll('[aria-hidden=true], script, style, svg title')) hidden.remove();
    return clean(copy.textContent);
  }

  function nameOf(element: Element): string {
    const ids = element.getAttribute('aria-labelledby');
    if (ids)
      return clean(
        ids
          .split(/\s+/)
          .map((id) => wordsOf(document.getElementById(id) || document.createElement('i')))
          .join(' '),
      );
    const { labels, placeholder } = element as HTMLInputElement;
    return (
      clean(element.getAttribute('aria-label')) ||
      clean([...(labels || [])].map(wordsOf).join(' ')) ||
      wordsOf(element) ||
      clean([...element.querySelectorAll('img')].map(({ alt }) => alt).join(' ')) ||
      clean(placeholder)
    );
  }

  function isSeen(element: Element): boolean {
    return element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
  }

  function find({ is, name, has, inside }: Wanted): Element[] {
    const places: (Element | Document)[] = inside ? find(inside) : [document];
    return places
      .flatMap((place) => [...place.querySelectorAll(ROLES[is] || is)])
      .filter(isSeen)
      .filter(
        (element) => (name === undefined || nameOf(element) === name) && (!has || clean(element.textContent).includes(has)),
      );
  }

  const found = find(wanted);
  const [element] = found;
  if (!element) return null;

  const control = element as HTMLInputElement & HTMLSelectElement;
  if (wanted.choose !== undefined) {
    const choice = [...control.options].find(({ text }) => clean(text) === wanted.choose);
    if (!choice) return null;
    control.value = choice.value;
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
  }

  const middle = () => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const isOnTop = () => {
    const { x, y } = middle();
    const top = document.elementFromPoint(x, y);
    return Boolean(top && element.contains(top));
  };
  if (wanted.reach && !isOnTop()) element.scrollIntoView({ block: 'center', behavior: 'instant' as ScrollBehavior });
  return {
    ...middle(),
    count: found.length,
    text: clean(element.textContent),
    value: clean(control.selectedOptions ? control.selectedOptions[0]?.text : control.value),
    isPressed: element.getAttribute('aria-pressed') === 'true',
    hasFocus: document.activeElement === element,
    canBePressed: isOnTop() && !control.disabled && element.getAttribute('aria-disabled') !== 'true',
  };
}
