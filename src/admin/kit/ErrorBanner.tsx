import { X } from 'lucide-react';

/** What went wrong, in red and said aloud, until it is dismissed. */
export function ErrorBanner({ message, onDismiss }: { message: string; onDismiss: () => void }) {
  return (
    <div role="alert">
      {message && (
        <div className="mb-5 flex items-center justify-between gap-3 rounded-lg border border-danger/30 bg-danger/8 py-1 pr-1 pl-4 text-danger">
          <p className="text-sm break-words">{message}</p>
          <button type="button" onClick={onDismiss} aria-label="Dismiss" className="btn-icon">
            <X aria-hidden className="size-4" />
          </button>
        </div>
      )}
    </div>
  );
}
