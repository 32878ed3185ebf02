import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { type ReactNode, type RefObject, useState } from 'react';
import { ErrorBanner } from './ErrorBanner.tsx';
import { failureText } from './failure-text.ts';

interface Props {
  /** The question: 'Are you sure you want to delete this product?' */
  question: string;
  /** What it concerns, and what follows. */
  detail?: string;
  /** The text of the confirming button: 'Delete'. */
  action: string;
  /** Its text while it is busy: 'Deleting…'. */
  busyAction?: string;
  cancel?: string;
  onConfirm: () => unknown;
  /** Another answer to the question, between cancelling and confirming. */
  alternative?: { action: string; onChoose: () => unknown };
  /** What to say when the server gives no reason: 'Failed to delete product'. */
  failure?: string;
  onClose: () => void;
  /** What has the focus afterwards, instead of what had it before. */
  finalFocus?: RefObject<HTMLElement | null>;
  /** Red for what removes something. */
  tone?: 'danger' | 'plain';
  /** Something that belongs to the answer is missing: it cannot be confirmed yet. */
  isIncomplete?: boolean;
  /** Choices that belong to the question. */
  children?: ReactNode;
}

/** Asks before something that cannot be undone. Stays open with the reason when it fails. */
export function ConfirmDialog({
  question,
  detail,
  action,
  busyAction,
  cancel = 'Cancel',
  onConfirm,
  alternative,
  failure = '',
  onClose,
  finalFocus,
  tone = 'danger',
  isIncomplete = false,
  children,
}: Props) {
  const [isBusy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState('');

  async function carryOut(answer: () => unknown) {
    setBusy(true);
    setErrorText('');
    try {
      await answer();
      onClose();
    } catch (error) {
      setErrorText(failureText(error, failure));
      setBusy(false);
    }
  }

  return (
    <Base.Root open onOpenChange={(open) => !open && !isBusy && onClose()}>
      <Base.Portal>
        <Base.Backdrop forceRender className="dialog-backdrop" />
        <Base.Viewport className="dialog-viewport">
          <Base.Popup
            {...(finalFocus && { finalFocus })}
            className={`dialog px-5 py-6 sm:px-7 ${alternative ? 'max-w-xl' : 'max-w-md'}`}
          >
            <ErrorBanner message={errorText} onDismiss={() => setErrorText('')} />
            <Base.Title className="text-xl">{question}</Base.Title>
            {detail && <Base.Description className="mt-2 text-sm break-words text-ink-soft">{detail}</Base.Description>}
            {children}
            <div className={`mt-6 flex flex-wrap justify-end gap-3 ${alternative ? 'max-sm:flex-col' : ''}`}>
              <Base.Close disabled={isBusy} className="btn btn-outline">
                {cancel}
              </Base.Close>
              {alternative && (
                <button
                  type="button"
                  onClick={() => carryOut(alternative.onChoose)}
                  disabled={isBusy}
                  className="btn btn-outline"
                >
                  {alternative.action}
                </button>
              )}
              <button
                type="button"
                onClick={() => carryOut(onConfirm)}
                disabled={isBusy || isIncomplete}
                className={`btn ${tone === 'danger' ? 'btn-danger' : 'btn-primary'}`}
              >
                {isBusy ? (busyAction ?? action) : action}
              </button>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
