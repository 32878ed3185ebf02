import { ApiError, internalError } from '#server/errors.ts';
import { logRequest } from '#server/log.ts';
import type { DeclaredOperation } from './operation.ts';

/**
 * Runs a request to its end: the one place that catches errors, has them rendered and counted where the shop is at fault, and writes the log line.
 */
export async function answer(
  { path, failure: failureMessage }: Pick<DeclaredOperation, 'path' | 'failure'>,
  request: Request,
  work: () => Promise<Response> | never,
  render: (failure: ApiError, requestId: string) => Response | Promise<Response>,
  countFailure?: (code: string, requestId: string) => void,
): Promise<Response> {
  const started = performance.now();
  const requestId = crypto.randomUUID();
  let failure: ApiError | undefined;
  let response: Response;
  try {
    response = await work();
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
  };
  if (failure && response.status >= 500) countFailure?.(failure.code, requestId);
  logRequest(failure ? { ...line, code: failure.code } : line, response.status >= 500 ? failure : undefined);
  return response;
}
