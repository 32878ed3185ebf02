import { setTimeout } from 'node:timers/promises';

/** Lets calls go one after another, each so long after the one before: couriers block whoever asks faster. */
export function paceOf(gapMs: number): () => Promise<void> {
  let next = 0;
  return async () => {
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + gapMs;
    if (at > now) await setTimeout(at - now);
  };
}
