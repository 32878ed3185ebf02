import * as z from 'zod';
import { timestamp } from './values.ts';

/** How the prebuilt pages stand. */
export const siteBuildStatus = z.object({
  /** When what the pages now online show was read; null when no build has finished yet. */
  builtAt: timestamp.nullable(),
  /** A build is under way since then. */
  runningSince: timestamp.nullable(),
  /** Edits that wait for the next build. */
  changes: z.int(),
  /** When what waits may be built, by the owner's rule; null when nothing waits. */
  dueAt: timestamp.nullable(),
  /** The last build failed then; null when it did not. */
  failedAt: timestamp.nullable(),
  /** Whether builds can be asked for at all: a build hook is set. */
  hasHook: z.boolean(),
});

export type SiteBuildStatus = z.infer<typeof siteBuildStatus>;
