import { type RefObject, useEffect } from 'react';
import { isTyping } from './is-typing.ts';

interface Keys {
  /** `x` on the entry of that key. */
  onSelect?: ((key: string) => void) | undefined;
  /** Escape. */
  onClear?: (() => void) | undefined;
}

/**
 * Working through a list by keys: `j` and `k` move the focus from entry to entry, Enter opens (the entry's link has the focus),
 * `x` selects, Esc clears the selection. Not while something is being typed or a dialog is open.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, { onSelect, onClear }: Keys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTyping(target)) return;
      if (key === 'j' || key === 'k') step(list.current, key === 'j' ? 1 : -1);
      else if (key === 'x') {
        const row = document.activeElement?.closest<HTMLElement>('[data-entry]');
        if (row?.dataset.entry && list.current?.contains(row)) onSelect?.(row.dataset.entry);
      } else if (key === 'Escape') onClear?.();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [list, onSelect, onClear]);
}

/** Focuses the entry after or before the one that has the focus; the first or last one when none has. */
function step(list: HTMLElement | null, by: 1 | -1): void {
  const entries = [...(list?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
  const now = entries.findIndex((entry) => entry.contains(document.activeElement));
  const next = entries[now === -1 ? (by === 1 ? 0 : entries.length - 1) : now + by];
  const way = next?.querySelector<HTMLElement>('[data-opens]') ?? next?.querySelector<HTMLElement>('a, button, input');
  way?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
