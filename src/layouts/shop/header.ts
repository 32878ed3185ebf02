// The header's behaviour: it hides and shows with scrolling, and opens its menus. Every link works without it.
import '#features/search/search.ts';
import { headerAfterScroll } from './header-scroll.ts';

const header = document.querySelector<HTMLElement>('#site-header');
const menu = document.querySelector<HTMLDialogElement>('#site-menu');

if (header) followScrolling(header);
if (menu) runMenu(menu);
document.addEventListener('keydown', foldDropdown);
for (const type of ['scroll', 'pointermove', 'pointerdown', 'keydown']) {
  addEventListener(type, () => import('./first-touch.ts').catch(console.warn), { once: true, passive: true });
}

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
  };
  window.addEventListener('scroll', update, { passive: true });
  bar.addEventListener('focusin', () => bar.removeAttribute('data-hidden'));
  update();
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
  document.querySelector('[data-open-menu]')?.addEventListener('click', (event) => {
    // Browsers that know `commandfor` would open it once more.
    event.preventDefault();
    dialog.showModal();
  });
  dialog.addEventListener('click', (event) => {
    const target = event.target as Element;
    const isLink = target.closest('a');
    // The dialog is the target only for clicks on its backdrop, which begins at its right edge.
    if (!isLink && !target.closest('[data-close-menu]') && !(target === dialog && event.clientX > dialog.clientWidth)) return;
    if (!isLink) event.preventDefault();
    dialog.close();
  });
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
