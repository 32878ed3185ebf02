import * as z from 'zod';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { env } from '#server/env.ts';
import { logFailure } from '#server/log.ts';

const PATIENCE_MS = 5_000;

const madeAt = z.object({ builtAt: z.iso.datetime() });

/** Looks at the pages now online (`/build.json`) and writes down which builds they are the end of. Pages that cannot be looked at change nothing. */
export async function settleBuild(db: ShopDatabase): Promise<void> {
  try {
    const response = await fetch(new URL('/build.json', env.URL), { signal: AbortSignal.timeout(PATIENCE_MS) });
    const { builtAt } = madeAt.parse(await response.json());
    await callFunction(db, 'settle_site_build', { built_at: builtAt });
  } catch (failure) {
    logFailure('looking at the pages online', failure);
  }
}
