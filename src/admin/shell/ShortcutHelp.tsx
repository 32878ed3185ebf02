import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { isTyping } from '#admin/kit/is-typing.ts';

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
  { keys: ['Esc'], does: 'Close the dialog, or clear the selection' },
  { keys: ['?'], does: 'Show this list' },
];

/** The list of keyboard shortcuts. `?` opens it. */
export function ShortcutHelp() {
  const isOpen = useStore($isHelpOpen);

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
        {SHORTCUTS.map(({ keys, does }) => (
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
