import { type Check, type Environment, fail, type Result } from './check.ts';
import { PROJECT_CHECKS } from './project-checks.ts';
import { PROVIDER_CHECKS } from './provider-checks.ts';
import { SITE_CHECKS } from './site-checks.ts';

/** Runs every check, in the order of setting up a shop. The site's checks need a project that answers. */
export async function examine(environment: Environment): Promise<Result[]> {
  const project = await runChecks(PROJECT_CHECKS, environment);
  const providers = await runChecks(PROVIDER_CHECKS, environment);
  const isReached = project.length === PROJECT_CHECKS.length;
  return [...project, ...providers, ...(isReached ? await runChecks(SITE_CHECKS, environment) : [])];
}

async function runChecks(checks: Check[], environment: Environment): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, blocks, run } of checks) {
    const finding = await run(environment).catch((error: Error) =>
      fail(error.message, 'The check itself failed; see the message.'),
    );
    results.push({ name, ...finding });
    if (blocks && !finding.ok) break;
  }
  return results;
}
