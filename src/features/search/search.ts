// Search boxes of the header and of the menu. Without script they are plain forms to /products; what suggests loads with their first focus.

/** Blur fires before click, so closing waits until the click has arrived. */
const CLOSE_AFTER_BLUR_MS = 200;

for (const form of document.querySelectorAll<HTMLFormElement>('[data-search-form]')) {
  const suggest = () => import('./suggestions.ts').then(({ suggest }) => suggest(form), console.warn);
  form.addEventListener('submit', search);
  form.addEventListener('focusin', suggest);
  if (form.contains(document.activeElement)) suggest();
}
const box = document.querySelector<HTMLDetailsElement>('#header-search');
if (box) runSearchBox(box);

function runSearchBox(box: HTMLDetailsElement): void {
  const close = () => {
    box.open = false;
  };
  const focus = () => box.open && box.querySelector('input')?.focus();
  box.addEventListener('toggle', focus);
  focus();
  let closing: ReturnType<typeof setTimeout> | undefined;
  box.addEventListener('focusout', () => {
    // Moving from the button into the box fires it, too: only the last one counts.
    clearTimeout(closing);
    closing = setTimeout(() => !box.contains(document.activeElement) && close(), CLOSE_AFTER_BLUR_MS);
  });
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    close();
    box.querySelector('summary')?.focus();
  });
}

/** Opens the listing for the trimmed term; an empty one does nothing. */
function search(event: SubmitEvent): void {
  event.preventDefault();
  const term = new FormData(event.currentTarget as HTMLFormElement).get('search')?.toString().trim();
  if (term) location.assign(`/products?search=${encodeURIComponent(term)}`);
}
