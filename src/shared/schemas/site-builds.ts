import * as z from 'zod';
import { timestamp } from './values.ts';

/** The state of the prebuilt pages. */
export const siteBuildStatus = z.object({
  /** When the pages online were built; null before the first build. */
  builtAt: timestamp.nullable(),
  /** When the running build started. */
  runningSince: timestamp.nullable(),
  /** Changes that wait for the next build. */
  changes: z.int(),
  /** When the next build is due by the owner's rule; null when nothing waits. */
  dueAt: timestamp.nullable(),
  /** When the last build failed; null if it did not. */
  failedAt: timestamp.nullable(),
  /** Whether a build hook is set; without one nothing starts builds. */
  hasHook: z.boolean(),
});

export type SiteBuildStatus = z.infer<typeof siteBuildStatus>;
