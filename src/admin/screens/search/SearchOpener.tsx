import Search from 'virtual:icons/search';
import { lazy, Suspense, useEffect, useState } from 'react';
import { isTyping } from '#admin/kit/is-typing.ts';
import type { SettingsPlace } from './search-entries.ts';

const loadPalette = () => import('./SearchPalette.tsx');
const SearchPalette = lazy(loadPalette);

/** Leaves the network to the screen's own code first. */
const LOAD_AHEAD_MS = 1500;

interface Props {
  screens: { path: string; label: string }[];
  /** The words of the settings are many, and wait until somebody searches. */
  loadSettings: () => Promise<SettingsPlace[]>;
}

/** The button that opens the search over everything. `/` and Ctrl-K (or ⌘K) open it from anywhere. */
export function SearchOpener({ screens, loadSettings }: Props) {
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping(target);
      const isCommand = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !isInDialog(target);
      if (event.defaultPrevented || !(isSlash || isCommand)) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);

  // Loaded ahead: after the opening key people type on at once.
  useEffect(() => {
    const ahead = setTimeout(() => {
      Promise.all([loadPalette(), loadSettings()]).catch((reason: unknown) =>
        console.warn('The search is loaded when it is opened', reason),
      );
    }, LOAD_AHEAD_MS);
    return () => clearTimeout(ahead);
  }, [loadSettings]);

  return (
    <>
      <button type="button" onClick={() => setOpen(true)} aria-keyshortcuts="/ Control+K" className="bar-button">
        <Search className="size-5" />
        <span className="max-sm:sr-only">Search</span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <SearchPalette screens={screens} loadSettings={loadSettings} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** A shortcut must not leave a form. */
function isInDialog(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role=dialog], [role=alertdialog]') !== null;
}
