import { logFailure } from './log.ts';
import { notFound } from './not-found.ts';

/**
 * A function that Netlify calls by its schedule, by POST. In production no address is given to it, but it does not rely on that: its work does only what
 * is due, whoever asks and however often. A failure is logged and answered without a word about it.
 */
export function scheduled(name: string, work: () => Promise<unknown>) {
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return notFound();
    try {
      await work();
    } catch (failure) {
      logFailure(`the scheduled function ${name}`, failure);
      return new Response(null, { status: 500 });
    }
    return new Response(null, { status: 204 });
  };
}
