// The floating contact button: keeps clear of what lies below it, and closes its menu when the focus leaves it. Loaded on the first touch of a page.
const header = document.querySelector('#site-header');
const contact = document.querySelector('.floating-contact');
const menu = contact?.querySelector('details');

if (contact) {
  for (const type of ['scroll', 'resize']) addEventListener(type, keepClear, { passive: true });
  keepClear();
}
if (menu) foldMenu(menu);

/** Hides the button with the header, and wherever it would cover a title, a photo or a control. */
function keepClear(): void {
  if (!contact) return;
  const { left, top, width, height } = contact.getBoundingClientRect();
  // Close enough together to hit a line of text.
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
