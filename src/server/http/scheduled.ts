import { logFailure } from '#server/log.ts';
import { notFound } from './responses.ts';

/**
 * A function that Netlify calls on its schedule, by POST. Its address is not public in production, but the function does not rely on that:
 * its jobs only do what is due. They run side by side, and a failed one is logged without stopping the others.
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
    const allSucceeded = (await Promise.all(runs)).every(Boolean);
    return new Response(null, { status: allSucceeded ? 204 : 500 });
  };
}
