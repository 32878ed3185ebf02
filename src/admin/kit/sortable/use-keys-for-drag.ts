import { useEffect } from 'react';

const KEYS = ['Escape', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

/** While something is dragged, Escape and the arrows are the drag's alone: a dialog around would close on the one and keep the others to itself. */
export function useKeysForDrag(isDragging: boolean): void {
  useEffect(() => {
    if (!isDragging) return;
    const divert = (event: KeyboardEvent) => {
      if (!KEYS.includes(event.key)) return;
      event.stopPropagation();
      event.preventDefault();
      // The drag listens to the place of a key on the keyboard, dialogs to its name: this one has a place only.
      document.dispatchEvent(new KeyboardEvent('keydown', { code: event.key }));
    };
    window.addEventListener('keydown', divert, true);
    return () => window.removeEventListener('keydown', divert, true);
  }, [isDragging]);
}
