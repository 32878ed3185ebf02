// Search boxes of the header and of the menu. Without script they are plain forms to /products; what suggests loads with their first focus.

/** Blur fires before click, so closing waits until the click has arrived. */
const CLOSE_AFTER_BLUR_MS = 200;

for (const form of document.querySelectorAll<HTMLFormElement>('[data-search-form]')) {
  const input = form.querySelector('input');
  if (input) runForm(form, input);
}
const box = document.querySelector<HTMLDetailsElement>('#header-search');
if (box) runSearchBox(box);

function runSearchBox(box: HTMLDetailsElement): void {
  const close = () => {
    box.open = false;
  };
  const focus = () => box.open && box.querySelector('input')?.focus();
  box.addEventListener('toggle', focus);
  // It may stand open already: it opens without script.
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

function runForm(form: HTMLFormElement, input: HTMLInputElement): void {
  const suggest = () => import('./suggestions.ts').then(({ suggest }) => suggest(form), console.warn);
  // Whoever has begun to type before this script had the focus before.
  input.addEventListener('focus', suggest);
  input.addEventListener('input', suggest);
  form.addEventListener('submit', (event) => {
    input.value = input.value.trim();
    if (!input.value) event.preventDefault();
  });
}
