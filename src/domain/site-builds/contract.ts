import * as z from 'zod';
import { flag } from '#domain/lists.ts';
import { timestamp } from '#domain/values.ts';

/** The state of the prebuilt pages. */
export const siteBuildStatus = z.object({
  /** When the pages online were built; null before the first build. */
  builtAt: timestamp.nullable(),
  /** When the running build started. */
  runningSince: timestamp.nullable(),
  /** Changes that wait for the next build. */
  changes: z.int(),
  /** How many of these shoppers caused (reviews, last pieces sold): no build is made for them at once. */
  byStrangers: z.int(),
  /** When the next build is due by the owner's rule; null when nothing waits. */
  dueAt: timestamp.nullable(),
  /** When the last build failed; null if it did not. */
  failedAt: timestamp.nullable(),
  /** Builds that began today in Pakistan. */
  buildsToday: z.int(),
  /** How many may begin in a day by themselves. */
  buildsPerDay: z.int(),
  /** Whether a build hook is set; without one nothing starts builds. */
  hasHook: z.boolean(),
});

export type SiteBuildStatus = z.infer<typeof siteBuildStatus>;

/** A build that somebody asks for; one beyond the day's builds only when they say that they know. */
export const buildRequest = z.object({
  beyondBudget: flag.default(false).meta({ description: 'Builds although the day’s builds are used up' }),
});
