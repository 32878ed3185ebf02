import { setTimeout as sleep } from 'node:timers/promises';
import { purgeCache } from '@netlify/functions';
import { secrets } from '#server/secrets.ts';

/** The CDN accepts two purges of a tag in five seconds. */
const PAUSE_MS = 5_000;
/** Orders that come together are one purge. */
const BATCHING_MS = 50;
const MAX_TRIES = 4;
const TIMEOUT_MS = 4_000;

const waiting = new Set<string>();
let purging: Promise<void> | undefined;

/**
 * Removes the answers with these tags from the CDN within a moment. Tags that come during a purge go with the next one.
 * Does nothing without a CDN (Netlify sets the token for every call).
 * @throws Error when it failed several times; cached answers then expire on their own
 */
export function purgeCdn(tags: string[]): Promise<void> {
  if (!process.env.NETLIFY_PURGE_API_TOKEN) return Promise.resolve();
  for (const tag of tags) waiting.add(tag);
  purging ??= purgeWaiting();
  return purging;
}

async function purgeWaiting(): Promise<void> {
  try {
    for (let failures = 0; waiting.size > 0; ) {
      await sleep(BATCHING_MS);
      const tags = [...waiting];
      waiting.clear();
      const failure = await purgeOnce(tags);
      failures = failure ? failures + 1 : 0;
      if (failures === MAX_TRIES) throw failure;
      if (!failure) continue;
      for (const tag of tags) waiting.add(tag);
      await sleep(PAUSE_MS);
    }
  } finally {
    // In the same turn in which the loop saw an empty set, so that later tags start a new purge.
    waiting.clear();
    purging = undefined;
  }
}

async function purgeOnce(tags: string[]): Promise<Error | undefined> {
  const late = sleep(TIMEOUT_MS, new Error('The CDN did not answer a purge in time'), { ref: false });
  return Promise.race([
    purgeCache({ tags, apiURL: secrets.NETLIFY_API_URL }).then(
      () => undefined,
      (error: Error) => error,
    ),
    late,
  ]);
}
