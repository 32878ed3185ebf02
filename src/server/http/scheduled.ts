import { logFailure } from '#server/log.ts';
import { notFound } from './not-found.ts';

/**
 * A function that Netlify calls by its schedule, by POST. In production no address is given to it, but it does not rely on that: its jobs do only what
 * is due, whoever asks and however often. They run side by side, and one that fails keeps no other from its work. Failures are logged by the name of
 * their job and answered without a word about them.
 */
export function scheduled(name: string, jobs: Record<string, () => Promise<unknown>>) {
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return notFound();
    const runs = Object.entries(jobs).map(async ([job, work]) => {
      try {
        await work();
        return true;
      } catch (failure) {
        logFailure(`the scheduled function ${name}, ${job}`, failure);
        return false;
      }
    });
    const allDone = (await Promise.all(runs)).every(Boolean);
    return new Response(null, { status: allDone ? 204 : 500 });
  };
}
