/**
 * A signal for `fetch` that aborts after a time, or earlier with another signal. `AbortSignal.timeout` and `AbortSignal.any` would do the
 * same, in browsers newer than the oldest that can buy here (`browserslist` in package.json).
 */
export function timeoutSignal(ms: number, other?: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort(other?.reason);
  setTimeout(() => controller.abort(new DOMException('No answer in time', 'TimeoutError')), ms);
  if (other?.aborted) stop();
  other?.addEventListener('abort', stop);
  return controller.signal;
}
