import { Banner } from '#admin/kit/Banner.tsx';

/** What came of the last thing done to a category: green, or red when it speaks of an error. */
export function CategoryMessage({ message, onDismiss }: { message: string; onDismiss: () => void }) {
  return (
    <div role="status">
      <Banner message={message} tone={/error/i.test(message) ? 'bad' : 'good'} onDismiss={onDismiss} />
    </div>
  );
}
