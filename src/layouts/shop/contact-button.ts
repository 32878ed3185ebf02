// The floating contact button: it keeps clear of what lies below it, and its menu closes when one leaves it. Comes with the first touch of a page.
const header = document.querySelector('#site-header');
const contact = document.querySelector('.floating-contact');
const menu = contact?.querySelector('details');

if (contact) {
  for (const type of ['scroll', 'resize']) addEventListener(type, keepClear, { passive: true });
  keepClear();
}
if (menu) foldMenu(menu);

/** The button is away with the header, and wherever it would lie on a title, a photo or something to press. */
function keepClear(): void {
  if (!contact) return;
  const { left, top, width, height } = contact.getBoundingClientRect();
  // Close enough together to meet a line of text.
  const steps = [0, 1 / 3, 2 / 3, 1];
  const liesOnSomething = steps.some((across) =>
    steps.some((down) =>
      document
        .elementsFromPoint(left + width * across, top + height * down)
        .some((under) => !contact.contains(under) && under.matches('h1, h2, h3, img, article, a, button, label, input, select')),
    ),
  );
  contact.toggleAttribute('data-away', !menu?.open && (header?.hasAttribute('data-hidden') || liesOnSomething));
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
