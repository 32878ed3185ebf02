import { useEffect, useEffectEvent } from 'react';
import { keyboardScan } from './keyboard-scan.ts';

/**
 * Calls back with what a handheld scanner reads anywhere on the screen. What is typed in a field or a list stays there, a scanner's code too: the field's own
 * form answers it. The rest of a burst reaches neither shortcuts nor the button that has the focus.
 */
export function useKeyboardScan(onCode: (code: string) => void, isOff = false): void {
  const found = useEffectEvent(onCode);
  useEffect(() => {
    if (isOff) return;
    const read = keyboardScan();
    const press = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing || isInField(event.target)) return;
      const meaning = read(event.key, event.timeStamp);
      if (meaning === 'none') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (meaning !== 'burst') found(meaning.code);
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [isOff]);
}

/** Inputs that a press changes, but nobody types in. */
const PRESSED = ['button', 'checkbox', 'file', 'image', 'radio', 'range', 'reset', 'submit'];

function isInField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !PRESSED.includes(target.type);
  return target.isContentEditable || target.closest('textarea, select, [role=combobox], [role=listbox], [role=menu]') !== null;
}
