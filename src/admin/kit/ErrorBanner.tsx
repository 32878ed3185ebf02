import { Banner } from './Banner.tsx';

/** What went wrong, in red and said aloud, until it is dismissed. */
export function ErrorBanner({ message, onDismiss }: { message: string; onDismiss: () => void }) {
  return (
    <div role="alert">
      <Banner message={message} tone="bad" onDismiss={onDismiss} />
    </div>
  );
}
