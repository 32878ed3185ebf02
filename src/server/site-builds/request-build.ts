import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { logFailure } from '#server/log.ts';
import { secrets } from '#server/secrets.ts';

/** How long a call waits for its build's turn. What is not due by then is left to the scheduled function. */
const PATIENCE_MS = 12_000;
/** However many ask, the database is asked this often. */
const PAUSE_MS = 1_000;
const HOOK_PATIENCE_MS = 5_000;

const claim = z.object({ id: z.string().optional(), wait: z.number().optional() });

let asking: Promise<void> | undefined;
let askAgain = false;

/**
 * Sees to it that what changed gets onto the pages: takes the waiting build as soon as it may begin, and calls the build hook.
 * Any number of calls at once ask as one. The hook is where `NETLIFY_BUILD_HOOK` says; without one nobody builds on demand.
 */
export function requestBuild(db: ShopDatabase): Promise<void> {
  if (!secrets.NETLIFY_BUILD_HOOK) return Promise.resolve();
  askAgain = true;
  asking ??= ask(db);
  return asking;
}

async function ask(db: ShopDatabase): Promise<void> {
  try {
    let givesUpAt = Date.now() + PATIENCE_MS;
    while (askAgain) {
      askAgain = false;
      const { id, wait } = claim.parse(await callFunction(db, 'claim_site_build'));
      if (id) await callHook(db, id);
      const pause = Math.max(PAUSE_MS, (wait ?? 0) * 1000);
      if (Date.now() + pause > givesUpAt) return;
      await sleep(pause);
      // Of what is asked meanwhile a part may be too new for the claim above, so it counts as new; and so does a build that was not due.
      if (askAgain) givesUpAt = Date.now() + PATIENCE_MS;
      askAgain ||= wait !== undefined;
    }
  } finally {
    askAgain = false;
    asking = undefined;
  }
}

/** Asks for the build. When nobody takes it, it waits again, for the next edit or minute to ask. */
async function callHook(db: ShopDatabase, build: string): Promise<void> {
  const signal = AbortSignal.timeout(HOOK_PATIENCE_MS);
  try {
    const response = await fetch(secrets.NETLIFY_BUILD_HOOK, { method: 'POST', body: '{}', signal });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The build hook answered ${response.status}`);
  } catch (failure) {
    logFailure('asking for a build', failure);
    await callFunction(db, 'release_site_build', { build });
  }
}
