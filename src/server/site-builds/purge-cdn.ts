import { setTimeout as sleep } from 'node:timers/promises';
import { purgeCache } from '@netlify/functions';
import { secrets } from '#server/secrets.ts';

/** The CDN takes two purges of a tag in five seconds and refuses more. */
const PAUSE_MS = 5_000;
const MOST_TRIES = 4;
const PATIENCE_MS = 4_000;

const waiting = new Set<string>();
let purging: Promise<void> | undefined;

/**
 * Makes the CDN forget the answers that carry one of these tags. What is asked for while a purge is on its way goes with the next one.
 * Where there is no CDN to be told (no token in the environment, which Netlify puts there for every call), nothing happens.
 * @throws Error when it was refused several times; the answers then grow old by themselves
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
      const tags = [...waiting];
      waiting.clear();
      const failure = await purgeOnce(tags);
      failures = failure ? failures + 1 : 0;
      if (failures === MOST_TRIES) throw failure;
      if (!failure) continue;
      for (const tag of tags) waiting.add(tag);
      await sleep(PAUSE_MS);
    }
  } finally {
    // In the same turn as the loop saw that nothing waits: what comes after this begins a new one.
    waiting.clear();
    purging = undefined;
  }
}

async function purgeOnce(tags: string[]): Promise<Error | undefined> {
  const late = sleep(PATIENCE_MS, new Error('The CDN did not answer a purge in time'), { ref: false });
  return Promise.race([
    purgeCache({ tags, apiURL: secrets.NETLIFY_API_URL }).then(
      () => undefined,
      (error: Error) => error,
    ),
    late,
  ]);
}
