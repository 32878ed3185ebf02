interface Props {
  /** `The payments`. */
  what: string;
  onRetry: () => unknown;
  className?: string;
}

/** In place of a part of a screen that could not be loaded: what it is, and a way to try again. */
export function NotLoaded({ what, onRetry, className = 'text-sm' }: Props) {
  return (
    <p role="alert" className={className}>
      {what} could not be loaded.{' '}
      <button type="button" onClick={() => void onRetry()} className="underline underline-offset-4">
        Try again
      </button>
    </p>
  );
}
