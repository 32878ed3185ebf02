import { useEffect } from 'react';

const KEYS = ['Escape', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

/** While dragging, sends Escape and arrow keys to the drag alone. A dialog around would close on Escape and swallow the arrows. */
export function useKeysForDrag(isDragging: boolean): void {
  useEffect(() => {
    if (!isDragging) return;
    const redirect = (event: KeyboardEvent) => {
      if (!KEYS.includes(event.key)) return;
      event.stopPropagation();
      event.preventDefault();
      // dnd-kit reads `code`, dialogs read `key`: this event has only a `code`.
      document.dispatchEvent(new KeyboardEvent('keydown', { code: event.key }));
    };
    window.addEventListener('keydown', redirect, true);
    return () => window.removeEventListener('keydown', redirect, true);
  }, [isDragging]);
}
