import { ApiError, internalError } from '#server/errors.ts';
import { logRequest } from '#server/log.ts';
import { isTracing, sendSpan, traceContext } from '#server/tracing.ts';
import type { DeclaredOperation } from './operation.ts';

/** What follows an answer in the background. */
interface Afterwards {
  /** Counts a request that the shop could not answer. */
  countFailure?: (code: string, requestId: string) => Promise<unknown>;
  /** Goes on with work after the answer. */
  waitUntil: (work: Promise<unknown>) => void;
}

/**
 * Runs a request to its end: the one place that catches errors, has them rendered and counted where the shop is at fault, and writes the log line and, where
 * there is a collector, the span.
 */
export async function answer(
  { path, failure: failureMessage }: Pick<DeclaredOperation, 'path' | 'failure'>,
  request: Request,
  work: (requestId: string) => Promise<Response> | never,
  render: (failure: ApiError, requestId: string) => Response | Promise<Response>,
  afterwards?: Afterwards,
): Promise<Response> {
  const started = performance.now();
  const startedAt = Date.now();
  const trace = isTracing ? traceContext(request.headers.get('traceparent')) : null;
  const requestId = crypto.randomUUID();
  let failure: ApiError | undefined;
  let response: Response;
  try {
    response = await work(requestId);
  } catch (error) {
    failure = error instanceof ApiError ? error : internalError(error);
    if (failureMessage && failure.code === 'internal_error') failure = internalError(failure.cause, failureMessage);
    response = await render(failure, requestId);
  }
  response.headers.set('X-Request-Id', requestId);
  const line = {
    requestId,
    method: request.method,
    operation: path,
    status: response.status,
    milliseconds: Math.round(performance.now() - started),
    ...(trace ? { traceId: trace.traceId } : {}),
  };
  if (failure && response.status >= 500 && afterwards?.countFailure)
    afterwards.waitUntil(afterwards.countFailure(failure.code, requestId));
  if (trace) {
    const { status } = response;
    const milliseconds = performance.now() - started;
    const span = sendSpan(trace, {
      method: request.method,
      route: path,
      status,
      requestId,
      code: failure?.code,
      startedAt,
      milliseconds,
    });
    afterwards?.waitUntil(span);
  }
  logRequest(failure ? { ...line, code: failure.code } : line, response.status >= 500 ? failure : undefined);
  return response;
}
