/** What a check found: all is well, or what is wrong and what to do about it. */
export type Finding = { ok: true; detail: string } | { ok: false; problem: string; cure: string };

export type Environment = Record<string, string | undefined>;

/** One thing that must be true of a shop before it opens. A check never throws for what it looks for: that is a finding. */
export interface Check {
  name: string;
  /** Without this nothing after it can be told. */
  blocks?: true;
  run(environment: Environment): Promise<Finding>;
}

/** What a report line needs of one check. */
export type Result = Finding & { name: string };

export function well(detail: string): Finding {
  return { ok: true, detail };
}

export function ill(problem: string, cure: string): Finding {
  return { ok: false, problem, cure };
}

/** How long anything outside may take to answer. */
const PATIENCE_MS = 8_000;

/** Asks something outside. Null when no answer came in time. */
export function answerOf(url: string | URL, init: RequestInit = {}): Promise<Response | null> {
  return fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
}

/** Where shoppers reach the shop. @throws TypeError when `URL` is no address */
export function shopAddress({ URL: url = '' }: Environment): URL {
  return new URL(url);
}

/** Runs checks one after the other, in the order of the setting-up. */
export async function runChecks(checks: Check[], environment: Environment): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, blocks, run } of checks) {
    const finding = await run(environment).catch((error: Error) =>
      ill(error.message, 'The check itself failed; see the message.'),
    );
    results.push({ name, ...finding });
    if (blocks && !finding.ok) break;
  }
  return results;
}
