import { type RefObject, useEffect } from 'react';
import { isTyping } from './is-typing.ts';

interface Keys {
  /** `x` on the row with that key. */
  onSelect?: ((key: string) => void) | undefined;
  /** Escape. */
  onClear?: (() => void) | undefined;
}

/**
 * Keyboard access to a list: `j` and `k` move the focus from record to record, Enter opens (the record's link has the focus),
 * `x` selects, Esc clears the selection. Off while somebody types or a dialog is open.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, { onSelect, onClear }: Keys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key } = event;
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (key === 'j' || key === 'k') step(list.current, key === 'j' ? 1 : -1);
      else if (key === 'x') {
        const row = document.activeElement?.closest<HTMLElement>('[data-row]');
        if (row?.dataset.row && list.current?.contains(row)) onSelect?.(row.dataset.row);
      } else if (key === 'Escape') onClear?.();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [list, onSelect, onClear]);
}

/** Focuses the row after or before the focused one; the first or last one when none is. */
function step(list: HTMLElement | null, by: 1 | -1): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const now = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[now === -1 ? (by === 1 ? 0 : rows.length - 1) : now + by];
  const target = next?.querySelector<HTMLElement>('[data-opens]') ?? next?.querySelector<HTMLElement>('a, button, input');
  target?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
