import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '#browser/api.ts';

/** Answers younger than this are shown without asking again. Staff share the shop: what another desk did should not stay hidden for long. */
const FRESH_MS = 5_000;

/** What the server said last, by what was asked. Whatever is written may concern every list, so all of them ask again. */
export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({ onSuccess: () => queryClient.invalidateQueries() }),
  defaultOptions: {
    // The browser's idea of being offline is not the server's: always try, and say what came of it.
    queries: { staleTime: FRESH_MS, networkMode: 'always', retry: isWorthRetrying, retryDelay: 500 },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** A server that was out of reach for a moment gets a second chance; one that has answered meant what it said. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiFailure && (error.code === 'unreachable' || error.status >= 502);
}
