import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useEffectEvent, useId } from 'react';
import { isTyping } from './is-typing.ts';

/** A key of a screen: what `KeyboardEvent.key` is, and what pressing it does. */
export interface Shortcut {
  key: string;
  does: string;
  run: () => void;
}

/** The keys of the components on screen, by component. */
const $shortcuts = atom<Record<string, Shortcut[]>>({});

/** The keys of the screen shown, for the list of all keys. */
export function useScreenShortcuts(): Shortcut[] {
  return Object.values(useStore($shortcuts)).flat();
}

/** Gives a screen keys of its own, and lists them under `?`. Off while somebody types or a dialog is open; a key held down counts once. */
export function useShortcuts(shortcuts: Shortcut[]): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target))
      return;
    const shortcut = shortcuts.find(({ key }) => key.toLowerCase() === event.key.toLowerCase());
    if (!shortcut) return;
    event.preventDefault();
    shortcut.run();
  });

  const id = useId();
  useEffect(() => $shortcuts.set({ ...$shortcuts.get(), [id]: shortcuts }));
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
      const { [id]: _, ...others } = $shortcuts.get();
      $shortcuts.set(others);
    };
  }, [id]);
}
