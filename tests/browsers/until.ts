import { setTimeout as pause } from 'node:timers/promises';

/** Generous: a machine of CI may be several times slower, and the shop loads its scripts when they are needed. */
const TIMEOUT_MS = 30_000;

/** Asks again until the answer is yes, and gives that. Takes the words for what did not happen. @throws Error with those, once patience ends */
export async function until<Answer>(what: string, ask: () => Promise<Answer | null | undefined | false>): Promise<Answer> {
  const end = performance.now() + TIMEOUT_MS;
  let lastError: unknown;
  do {
    try {
      const answer = await ask();
      if (answer) return answer;
      lastError = undefined;
    } catch (error) {
      // Between two pages there is none that could be asked.
      lastError = error;
    }
    await pause(40);
  } while (performance.now() < end);
  throw new Error(`${what}${lastError ? ` (${lastError})` : ''}`);
}
