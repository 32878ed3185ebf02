import { formatPrice, roundMoney } from '#domain/money.ts';
import { exchangeText } from './return-texts.ts';
import type { QuoteState } from './use-exchange-quote.ts';

/** What the exchange comes to, before it is asked for. */
export function ExchangeSums({ state, onRetry }: { state: QuoteState; onRetry: () => void }) {
  if (state.is === 'none') return null;
  return (
    <section aria-label="What the exchange comes to" className="rounded-sm bg-cream p-4">
      <p role="status" className="empty:hidden">
        {state.is === 'loading' && 'Adding it up…'}
        {state.is === 'shown' && <strong className="font-medium">{exchangeText(state.quote)}</strong>}
      </p>
      {state.is === 'shown' && (
        <p className="mt-1 text-sm text-ink-soft">
          {formatPrice(roundMoney(state.quote.total - state.quote.charges))} for the new pieces
          {state.quote.charges > 0 ? `, ${formatPrice(state.quote.charges)} delivery` : ', delivered free'}, less{' '}
          {formatPrice(roundMoney(state.quote.credit + state.quote.back))} for what you send back. We keep to this sum when we
          agree to the exchange.
        </p>
      )}
      {state.is === 'failed' && (
        <div role="alert" className="flex flex-wrap items-center gap-x-4">
          <p className="text-danger">{state.text}</p>
          <button type="button" onClick={onRetry} className="min-h-11 text-sm underline decoration-gold underline-offset-4">
            Try again
          </button>
        </div>
      )}
    </section>
  );
}
