// The floating contact button: keeps clear of what lies below it, and closes its menu when the focus leaves it. Loaded on the first touch of a page.
const header = document.querySelector('#site-header');
const contact = document.querySelector('.floating-contact');
const menu = contact?.querySelector('details');

/** Pixels: letters may reach out of their line. */
const MARGIN = 6;

const TAKEN = 'img, article, a, button, label, input, select, textarea, summary, h1, h2, h3';

if (contact) {
  for (const type of ['scroll', 'resize']) addEventListener(type, keepClear, { passive: true });
  // What comes later, such as an order. Calls at once, too.
  new ResizeObserver(keepClear).observe(document.body);
}
if (menu) foldMenu(menu);

/** Hides the button with the header, and wherever it would cover a photo, a control or words, but for a text that is read in one go. */
function keepClear(): void {
  if (!contact) return;
  const { left, top, width, height } = contact.getBoundingClientRect();
  const place = new DOMRect(left - MARGIN, top - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN);
  // Close enough together to hit a line of text.
  const steps = [0, 1 / 4, 2 / 4, 3 / 4, 1];
  const liesOnSomething = steps.some((across) =>
    steps.some((down) =>
      document
        .elementsFromPoint(place.left + place.width * across, place.top + place.height * down)
        .some((under) => !contact.contains(under) && (under.matches(TAKEN) || hasWordsAt(under, place))),
    ),
  );
  contact.toggleAttribute('data-away', !menu?.open && (header?.hasAttribute('data-hidden') || liesOnSomething));
}

/** Whether a line of an element's own text lies there: its box may be far wider. */
function hasWordsAt(element: Element, { left, top, right, bottom }: DOMRect): boolean {
  if (element.closest('.prose')) return false;
  return [...element.childNodes].some((node) => {
    if (node.nodeType !== Node.TEXT_NODE || !node.nodeValue?.trim()) return false;
    const words = document.createRange();
    words.selectNode(node);
    return [...words.getClientRects()].some(
      (line) => line.left < right && line.right > left && line.top < bottom && line.bottom > top,
    );
  });
}

/** Closes the menu on Escape, and on a click or focus elsewhere. */
function foldMenu(details: HTMLDetailsElement): void {
  const leave = ({ target }: Event) => {
    if (!details.contains(target as Node)) details.open = false;
  };
  for (const type of ['click', 'focusin']) document.addEventListener(type, leave);
  details.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    details.open = false;
    details.querySelector('summary')?.focus();
  });
}

export {};
