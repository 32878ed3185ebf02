import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '#browser/api.ts';

/** Younger answers are not fetched again. Short, because colleagues change the same records. */
const FRESH_MS = 5_000;

/** The cache of server answers. A write may concern any list, so all of them are fetched again after it. */
export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({ onSuccess: () => queryClient.invalidateQueries() }),
  defaultOptions: {
    // A browser that believes to be offline may still reach the server: always try.
    queries: { staleTime: FRESH_MS, networkMode: 'always', retry: isWorthRetrying, retryDelay: 500 },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Retries once when nobody answered, or a gateway did. An answer is final, also that the database cannot be reached: the server has tried. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiFailure && (error.code === 'unreachable' || error.status === 502);
}
