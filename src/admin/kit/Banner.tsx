import X from 'virtual:icons/x';

interface Props {
  /** Empty when there is nothing to say. */
  message: string;
  /** Failure (red) or success (green). */
  tone: 'bad' | 'good';
  onDismiss: () => void;
}

const LOOKS = { bad: 'border-danger/30 bg-danger/8 text-danger', good: 'border-leaf/30 bg-leaf/8 text-leaf' };

/** A message until it is dismissed. Its parent is a live region. */
export function Banner({ message, tone, onDismiss }: Props) {
  return (
    message && (
      <div className={`mb-5 flex items-center justify-between gap-3 rounded-lg border py-1 pr-1 pl-4 ${LOOKS[tone]}`}>
        <p className="text-sm break-words">{message}</p>
        <button type="button" onClick={onDismiss} aria-label="Dismiss" className="btn-icon">
          <X className="size-4" />
        </button>
      </div>
    )
  );
}
