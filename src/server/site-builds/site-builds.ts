import * as z from 'zod';
import { type SiteBuildStatus, siteBuildStatus } from '#domain/site-builds/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { env } from '#server/env.ts';
import { logFailure } from '#server/log.ts';
import { secrets } from '#server/secrets.ts';

/** The state of the pages, and when the next build is due. */
export async function readSiteBuilds(db: ShopDatabase): Promise<SiteBuildStatus> {
  const found = await callFunction(db, 'site_build_status', {}, siteBuildStatus.omit({ hasHook: true }));
  return { ...found, hasHook: secrets.NETLIFY_BUILD_HOOK !== '' };
}

/**
 * Makes a build due now, whatever the owner's rule; after a running build it comes next. `requestBuild` then starts it.
 * @throws ApiError `builds_used_up`, unless it may go beyond the day's budget
 */
export async function makeBuildDue(db: ShopDatabase, beyondBudget: boolean): Promise<SiteBuildStatus> {
  await callFunction(db, 'ask_for_site_build', { beyond_budget: beyondBudget });
  return readSiteBuilds(db);
}

const TIMEOUT_MS = 5_000;

const buildInfo = z.object({ builtAt: z.iso.datetime() });

/** Reads from the pages online (`/build.json`) which builds have ended, and records it. Unreachable pages are logged. */
export async function confirmBuild(db: ShopDatabase): Promise<void> {
  try {
    const response = await fetch(new URL('/build.json', env.URL), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { builtAt } = buildInfo.parse(await response.json());
    await callFunction(db, 'confirm_site_build', { built_at: builtAt });
  } catch (failure) {
    logFailure('looking at the pages online', failure);
  }
}
