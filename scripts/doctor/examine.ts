import { type Environment, type Result, runChecks } from './check.ts';
import { OUTSIDE_CHECKS } from './outside-checks.ts';
import { PROJECT_CHECKS } from './project-checks.ts';
import { SITE_CHECKS } from './site-checks.ts';

/** Every check, in the order of the setting-up. Without a project nothing can be said of the site that stands on it. */
export async function examine(environment: Environment): Promise<Result[]> {
  const project = await runChecks(PROJECT_CHECKS, environment);
  const outside = await runChecks(OUTSIDE_CHECKS, environment);
  const isReached = project.length === PROJECT_CHECKS.length;
  return [...project, ...outside, ...(isReached ? await runChecks(SITE_CHECKS, environment) : [])];
}
