import Search from 'virtual:icons/search';
import { lazy, Suspense, useEffect, useState } from 'react';
import { isTyping } from '#admin/kit/is-typing.ts';
import type { FoundScreen, SettingsPlace } from './search-entries.ts';

/** Loads what the search shows. Called ahead of its opening: after the opening key people type on at once. */
export const loadSearch = () => import('./SearchPalette.tsx');
const SearchPalette = lazy(loadSearch);

interface Props {
  screens: FoundScreen[];
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
