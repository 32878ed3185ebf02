import type { ApiFailure } from '#browser/api.ts';
import { Medallion } from '#components/Medallion.tsx';
import { failureText } from './order-page-link.ts';

/** Why there is no page, and what to do. */
export function Failed({ failure, onRetry }: { failure: ApiFailure; onRetry: () => void }) {
  const { title, text, mayRetry } = failureText(failure);
  return (
    <div role="alert" className="py-10 text-center">
      <Medallion icon="gem" />
      <h2 className="mt-6 text-3xl">{title}</h2>
      <p className="mx-auto mt-3 max-w-md text-balance text-ink-soft">{text}</p>
      {mayRetry ? (
        <button type="button" onClick={onRetry} className="btn btn-primary mt-8">
          Try again
        </button>
      ) : (
        <a href="/track" className="btn btn-primary mt-8">
          Track an order
        </a>
      )}
    </div>
  );
}

export function Loading() {
  return (
    <div role="status" className="space-y-6">
      <p className="text-sm text-ink-soft">Loading your order…</p>
      <div className="skeleton h-96" />
    </div>
  );
}
