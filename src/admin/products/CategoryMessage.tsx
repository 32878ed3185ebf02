import { X } from 'lucide-react';

/** What came of the last thing done to a category: green, or red when it speaks of an error. */
export function CategoryMessage({ message, onDismiss }: { message: string; onDismiss: () => void }) {
  const look = /error/i.test(message) ? 'border-danger/30 bg-danger/8 text-danger' : 'border-leaf/30 bg-leaf/8 text-leaf';
  return (
    <div role="status">
      {message && (
        <div className={`mb-4 flex items-center justify-between gap-3 rounded-lg border py-1 pr-1 pl-4 ${look}`}>
          <p className="text-sm break-words">{message}</p>
          <button type="button" onClick={onDismiss} aria-label="Dismiss" className="btn-icon">
            <X aria-hidden className="size-4" />
          </button>
        </div>
      )}
    </div>
  );
}
