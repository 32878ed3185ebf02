import { type ReactNode, useEffect } from 'react';

interface Props {
  children: ReactNode;
  /** Called on a click, and when the connection is back. */
  onRetry?: (() => void) | undefined;
}

/** Says what could not be loaded and what is shown instead. */
export function LoadFailure({ children, onRetry }: Props) {
  useEffect(() => {
    if (!onRetry) return;
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <div role="alert" className="mb-6 border border-gold bg-notice px-4 py-3 text-sm">
      {children}{' '}
      {onRetry && (
        <button type="button" onClick={onRetry} className="-my-3 min-h-11 px-1 font-medium underline underline-offset-4">
          Try again
        </button>
      )}
    </div>
  );
}
