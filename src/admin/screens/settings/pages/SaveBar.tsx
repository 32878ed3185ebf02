import type { ReactNode } from 'react';
import { ErrorBanner } from '#admin/kit/ErrorBanner.tsx';

interface Props {
  isDirty: boolean;
  isSaving: boolean;
  onDiscard: () => void;
  /** Why it could not be saved; empty when nothing was wrong. */
  errorText?: string;
  onDismiss?: () => void;
  /** What is asked before saving again. */
  children?: ReactNode;
}

/** The one way to save a page of the settings, always in view: what went wrong, and the buttons. */
export function SaveBar({ isDirty, isSaving, onDiscard, errorText = '', onDismiss = () => {}, children }: Props) {
  return (
    <div className="sticky bottom-(--phone-bar) z-10 -mx-4 border-t border-line bg-ivory px-4 py-3 sm:mx-0 sm:rounded-lg sm:border sm:bg-white sm:px-5">
      <div className="max-h-[45dvh] overflow-y-auto">
        <ErrorBanner message={errorText} onDismiss={onDismiss} />
        {children}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="mr-auto text-sm text-ink-soft">
          {isDirty ? 'Not saved yet' : 'No changes'}
        </p>
        {isDirty && (
          <button type="button" onClick={onDiscard} disabled={isSaving} className="btn btn-outline">
            Discard
          </button>
        )}
        <button type="submit" disabled={isSaving || !isDirty} className="btn btn-primary">
          {isSaving ? 'Saving…' : 'Save'}
        </button>
      </div>
    </div>
  );
}
