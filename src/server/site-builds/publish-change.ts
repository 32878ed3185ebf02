import type { ShopDatabase } from '#server/database/client.ts';
import { purgeCdn } from './purge-cdn.ts';
import { requestBuild } from './request-build.ts';

/** What follows a write that shoppers see: kept answers are forgotten, and pages that show it are built. @throws Error naming what did not work */
export async function publishChange(db: ShopDatabase, tags: string[]): Promise<void> {
  const outcomes = await Promise.allSettled([purgeCdn(tags), requestBuild(db)]);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (failures.length > 0) throw failures[0];
}
