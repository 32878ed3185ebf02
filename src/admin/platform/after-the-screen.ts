import { queryClient } from './query-client.ts';

const QUIET_MS = 2_000;

/**
 * Does what no screen waits for once the open one has all it asked for: on a slow line nothing competes with it.
 * Takes the work, which is begun when no request of a screen is under way and nothing was loaded for two seconds. Returns how to call it off.
 */
export function afterTheScreen(work: () => void): () => void {
  let loaded = 0;
  const timer = setInterval(() => {
    const before = loaded;
    loaded = performance.getEntriesByType('resource').length;
    if (queryClient.isFetching() > 0 || loaded > before) return;
    clearInterval(timer);
    work();
  }, QUIET_MS);
  return () => clearInterval(timer);
}
