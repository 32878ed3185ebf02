// The header's behaviour: it hides and shows with scrolling, and opens its menus. Every link works without it.
import '#features/search/search.ts';
import { headerAfterScroll } from './header-scroll.ts';

const header = document.querySelector<HTMLElement>('#site-header');
const menu = document.querySelector<HTMLDialogElement>('#site-menu');

if (header) followScrolling(header);
if (menu) runMenu(menu);
document.addEventListener('keydown', foldDropdown);
foldContact(document.querySelector<HTMLDetailsElement>('#floating-contact'));

function followScrolling(bar: HTMLElement): void {
  let state = { hidden: false, scrolled: false };
  let last = window.scrollY;
  const update = () => {
    const now = Math.max(0, window.scrollY);
    state = headerAfterScroll(state, last, now);
    last = now;
    bar.toggleAttribute('data-scrolled', state.scrolled);
    // Not while it has keyboard focus or its search box is open.
    bar.toggleAttribute('data-hidden', state.hidden && !bar.querySelector('details[open]') && !hasKeyboardFocus(bar));
    keepContactClear(bar);
  };
  window.addEventListener('scroll', update, { passive: true });
  window.addEventListener('resize', update);
  bar.addEventListener('focusin', () => bar.removeAttribute('data-hidden'));
  update();
}

/** The contact button is away with the header, and wherever it would lie on a title, a photo or something to press. */
function keepContactClear(bar: HTMLElement): void {
  const contact = document.querySelector('.floating-contact');
  if (!contact) return;
  const { left, top, right, bottom } = contact.getBoundingClientRect();
  // Close enough together to meet a line of text.
  const steps = [0, 1 / 3, 2 / 3, 1];
  const liesOnSomething = steps.some((across) =>
    steps.some((down) =>
      document
        .elementsFromPoint(left + (right - left) * across, top + (bottom - top) * down)
        .some((under) => !contact.contains(under) && under.matches('h1, h2, h3, img, article, a, button, label, input, select')),
    ),
  );
  const isOpen = contact.querySelector('details[open]') !== null;
  contact.toggleAttribute('data-away', !isOpen && (bar.hasAttribute('data-hidden') || liesOnSomething));
}

/** Safari before 15.4 lacks `:focus-visible`: there any focus counts. A copy of home/keyboard-focus.ts: an import would stop Astro from inlining this script. */
function hasKeyboardFocus(bar: HTMLElement): boolean {
  try {
    return bar.querySelector(':focus-visible') !== null;
  } catch {
    return bar.contains(document.activeElement);
  }
}

function runMenu(dialog: HTMLDialogElement): void {
  // Browsers that know `commandfor` open and close it themselves, and complain of a second time.
  const opener = document.querySelector<HTMLButtonElement>('[data-open-menu]');
  if (!opener?.commandForElement) opener?.addEventListener('click', () => dialog.showModal());
  dialog.addEventListener('click', (event) => {
    const target = event.target as Element;
    // The dialog is the target only for clicks on its backdrop.
    const leaving = target.closest<HTMLButtonElement>('a, [data-close-menu]');
    if (target === dialog ? !isInside(dialog, event) : leaving && !leaving.commandForElement) dialog.close();
  });
}

function isInside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

/** Dropdowns open on hover and focus by CSS; Escape closes the open one until it is left. */
function foldDropdown(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  for (const drop of document.querySelectorAll('.drop:is(:hover, :focus-within)')) {
    drop.setAttribute('data-folded', '');
    const unfold = () => drop.removeAttribute('data-folded');
    drop.addEventListener('mouseleave', unfold, { once: true });
    drop.addEventListener('focusout', unfold, { once: true });
  }
}

/** Closes the floating contact menu on Escape, and on a click or focus elsewhere. */
function foldContact(button: HTMLDetailsElement | null): void {
  if (!button) return;
  const leave = ({ target }: Event) => {
    if (!button.contains(target as Node)) button.open = false;
  };
  for (const type of ['click', 'focusin']) document.addEventListener(type, leave);
  button.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    button.open = false;
    button.querySelector('summary')?.focus();
  });
}
