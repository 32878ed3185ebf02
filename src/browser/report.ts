/**
 * Tells the shop of one failure: that which its own script element carries. early.ts adds that element, so that pages on which nothing fails load none of
 * this. What leaves the browser is said in src/domain/browser-errors.
 */
import { pageKind, SCRIPT_PLACE, withoutValues } from '#domain/browser-errors/report.ts';

/** What the events of early.ts say of a failure. */
interface Failure extends Partial<ErrorEvent> {
  reason?: unknown;
  /** The error, or Astro's word of an island that did not start. */
  detail?: Error | { error?: unknown };
}

const { src, failure } = document.currentScript as HTMLScriptElement & { failure: Failure };

const { detail, target } = failure;
const error = failure.error ?? failure.reason ?? (detail && 'error' in detail ? detail.error : detail);
const script = target instanceof HTMLScriptElement ? target.src : '';
const message = script ? 'A script did not load' : error instanceof Error ? `${error.name}: ${error.message}` : failure.message;
const stack = script || (error instanceof Error && error.stack) || `${failure.filename}:${failure.lineno}:${failure.colno}`;

// A device that is offline is no error.
if (navigator.onLine) {
  const report = {
    message: withoutValues(`${message || 'Unknown error'}`),
    page: pageKind(location.pathname),
    release: new URL(src).search.slice(1),
    place: SCRIPT_PLACE.exec(stack)?.[0] ?? '',
  };
  navigator.sendBeacon('/api/browser-errors', new Blob([JSON.stringify(report)], { type: 'application/json' }));
}
