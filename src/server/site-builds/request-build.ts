import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { logFailure } from '#server/log.ts';
import { secrets } from '#server/secrets.ts';
import { purgeCdn } from './purge-cdn.ts';

/** How long a call waits for a build to become due. Later builds are left to the scheduled function. */
const WAIT_MS = 12_000;
/** However many calls ask, the database is asked this often, or when it said. */
const PAUSE_MS = 1_000;
const HOOK_TIMEOUT_MS = 5_000;

/** Publishes a change that shoppers see: purges cached answers and requests a build. @throws Error when either failed */
export async function publishChange(db: ShopDatabase, tags: string[]): Promise<void> {
  const outcomes = await Promise.allSettled([purgeCdn(tags), requestBuild(db)]);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
}

const claim = z.object({ id: z.string().optional(), wait: z.number().optional() });

let requesting: Promise<void> | undefined;
let askAgain = false;

/**
 * Starts the waiting build as soon as it is due, by calling `NETLIFY_BUILD_HOOK`. Any number of calls at once ask as one.
 * Does nothing without a hook.
 */
export function requestBuild(db: ShopDatabase): Promise<void> {
  if (!secrets.NETLIFY_BUILD_HOOK) return Promise.resolve();
  askAgain = true;
  requesting ??= claimAndBuild(db);
  return requesting;
}

async function claimAndBuild(db: ShopDatabase): Promise<void> {
  try {
    let deadline = Date.now() + WAIT_MS;
    while (askAgain) {
      askAgain = false;
      const { id, wait } = await callFunction(db, 'claim_site_build', {}, claim);
      if (id) await callHook(db, id);
      const pause = wait === undefined ? PAUSE_MS : wait * 1000;
      if (Date.now() + pause > deadline) return;
      await sleep(pause);
      // A request during the pause may be too new for the claim above, so it starts a new wait.
      if (askAgain) deadline = Date.now() + WAIT_MS;
      askAgain ||= wait !== undefined;
    }
  } finally {
    askAgain = false;
    requesting = undefined;
  }
}

/** Calls the build hook. When that fails, the build waits again for the next edit or the scheduled function. */
async function callHook(db: ShopDatabase, build: string): Promise<void> {
  const signal = AbortSignal.timeout(HOOK_TIMEOUT_MS);
  try {
    const response = await fetch(secrets.NETLIFY_BUILD_HOOK, { method: 'POST', body: '{}', signal });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The build hook answered ${response.status}`);
  } catch (failure) {
    logFailure('asking for a build', failure);
    await callFunction(db, 'release_site_build', { build });
  }
}
