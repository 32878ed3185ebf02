import { Banner } from './Banner.tsx';

/** An error message, announced, until it is dismissed. */
export function ErrorBanner({ message, onDismiss }: { message: string; onDismiss: () => void }) {
  return (
    <div role="alert">
      <Banner message={message} tone="bad" onDismiss={onDismiss} />
    </div>
  );
}
