/**
 * The mouse wheel scrolls the page, and never the number in the box that the pointer happens to be over: a price or a stock would be another one, unnoticed. Browsers
 * leave a box alone that is read-only at that moment. Listens to the whole document, and gives what stops it.
 */
export function keepNumbersSteady(): () => void {
  const steady = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'number' || target.readOnly) return;
    target.readOnly = true;
    requestAnimationFrame(() => {
      target.readOnly = false;
    });
  };
  document.addEventListener('wheel', steady, { capture: true, passive: true });
  return () => document.removeEventListener('wheel', steady, { capture: true });
}
