import { type ReactNode, useEffect, useState } from 'react';
import { guardLeaving } from '#admin/platform/router.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface UnsavedChanges {
  askToDiscard: () => void;
  /** The dialog, while it is open. */
  question: ReactNode;
}

/**
 * Asks before unsaved changes are lost: on leaving the page, or when `askToDiscard` is called.
 * `onDiscard` gets a function that goes on to where the user was leaving for, if anywhere.
 */
export function useUnsavedChanges(hasUnsaved: boolean, onDiscard: (leave: () => void) => void): UnsavedChanges {
  const [leave, setLeave] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (!hasUnsaved) return;
    return guardLeaving((goOn) => setLeave(() => goOn));
  }, [hasUnsaved]);

  return {
    askToDiscard: () => setLeave(() => () => {}),
    question: leave && (
      <ConfirmDialog
        question="Discard your changes?"
        detail="What you typed has not been saved."
        action="Discard"
        cancel="Keep editing"
        onConfirm={() => onDiscard(leave)}
        onClose={() => setLeave(null)}
      />
    ),
  };
}
