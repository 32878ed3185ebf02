/** Pixels. Below, the whole sheet scrolls: what stands fixed would leave no room for a field. */
const LOW = 480;

/**
 * Keeps a dialog at the lower edge above the keyboard of a phone, which covers the page instead of making it smaller. Where the browser does not say how high it
 * is, the browser itself scrolls the focused field into sight. Returns the cleanup function.
 */
export function followKeyboard(dialog: HTMLElement): () => void {
  const view = window.visualViewport;
  if (!view) return () => undefined;
  const follow = () => {
    const covered = Math.max(0, Math.round(window.innerHeight - view.height - view.offsetTop));
    dialog.style.setProperty('--keyboard', `${covered}px`);
    dialog.toggleAttribute('data-low', view.height < LOW);
  };
  follow();
  view.addEventListener('resize', follow);
  view.addEventListener('scroll', follow);
  return () => {
    view.removeEventListener('resize', follow);
    view.removeEventListener('scroll', follow);
  };
}
