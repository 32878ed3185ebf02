// A swipe over a card's photo shows the piece worn, the next one as before: where there is no mouse. Loaded when a page is touched first.
export {};

/** Less is a tap. */
const MIN_PIXELS = 30;

let start: Touch | undefined;

document.addEventListener(
  'touchstart',
  ({ touches }) => {
    start = touches.length === 1 ? touches[0] : undefined;
  },
  { passive: true },
);

document.addEventListener(
  'touchend',
  ({ target, changedTouches: [end] }) => {
    const worn = (target as Element).closest('article')?.querySelector('[data-worn]');
    const photo = worn?.parentElement?.getBoundingClientRect();
    if (!start || !end || !photo || start.clientY > photo.bottom) return;
    const across = Math.abs(end.clientX - start.clientX);
    // Else the page is scrolled.
    if (across >= MIN_PIXELS && across > Math.abs(end.clientY - start.clientY)) worn?.classList.toggle('hidden');
  },
  { passive: true },
);
