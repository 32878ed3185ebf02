import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { isTyping } from '#admin/kit/is-typing.ts';
import { useScreenShortcuts } from '#admin/kit/shortcuts.ts';

/** True while the list of keys is shown. */
const $isHelpOpen = atom(false);

export function openShortcutHelp(): void {
  $isHelpOpen.set(true);
}

/** The most used first. */
const SHORTCUTS: { keys: string[]; does: string }[] = [
  { keys: ['/', 'Ctrl K'], does: 'Search everything' },
  { keys: ['j', 'k'], does: 'Next or previous entry of the list' },
  { keys: ['Enter'], does: 'Open the entry' },
  { keys: ['x'], does: 'Select the entry' },
  { keys: ['n'], does: 'New order, on Orders' },
  { keys: ['Esc'], does: 'Close the dialog, or clear the selection' },
  { keys: ['?'], does: 'Show this list' },
];

/** The list of keyboard shortcuts. `?` opens it. */
export function ShortcutHelp() {
  const isOpen = useStore($isHelpOpen);
  const ofScreen = useScreenShortcuts().map(({ key, does }) => ({ keys: [key.length === 1 ? key.toUpperCase() : key], does }));

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      openShortcutHelp();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);

  if (!isOpen) return null;
  return (
    <Dialog title="Keyboard shortcuts" size="narrow" lightDismiss onClose={() => $isHelpOpen.set(false)}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-3">
        {[...ofScreen, ...SHORTCUTS].map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="key">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="text-sm">{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
