import { useEffect, useState } from 'react';
import { ApiFailure, callApi } from '#browser/api.ts';
import type { ExchangeQuote } from '#domain/returns/asked-pieces.ts';
import { refusalText } from './order-page-link.ts';

export type QuoteState =
  | { is: 'none' }
  | { is: 'loading' }
  | { is: 'shown'; quote: ExchangeQuote }
  | { is: 'failed'; text: string };

interface Asked {
  orderNumber: string;
  key: string;
  kind: string;
  items: unknown[];
}

/**
 * What an exchange comes to, asked anew with each change of it. Takes what is asked for, or null while it is no exchange or not all of it is chosen.
 * `replace` shows a newer quote, which a refusal brought; `reload` asks again after a failure.
 */
export function useExchangeQuote(asked: Asked | null) {
  const text = asked ? JSON.stringify(asked) : '';
  const [answer, setAnswer] = useState<{ to: string; state: QuoteState }>({ to: '', state: { is: 'none' } });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): asks again
  useEffect(() => {
    if (!text) return undefined;
    let isNewest = true;
    const answered = (state: QuoteState) => isNewest && setAnswer({ to: text, state });
    callApi<ExchangeQuote>('POST', '/order-page/returns/quote', { body: JSON.parse(text) }).then(
      (quote) => answered({ is: 'shown', quote }),
      (failure: unknown) => {
        if (!(failure instanceof ApiFailure)) throw failure;
        answered({ is: 'failed', text: refusalText(failure) });
      },
    );
    return () => {
      isNewest = false;
    };
  }, [text, attempt]);
  const state: QuoteState = !text ? { is: 'none' } : answer.to === text ? answer.state : { is: 'loading' };
  return {
    state,
    replace: (quote: ExchangeQuote) => setAnswer({ to: text, state: { is: 'shown', quote } }),
    reload() {
      setAnswer({ to: '', state: { is: 'none' } });
      setAttempt((count) => count + 1);
    },
  };
}
