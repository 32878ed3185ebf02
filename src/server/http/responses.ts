import type { Failure } from '#domain/failures.ts';
import type { ApiError } from '#server/errors.ts';

/** Headers of every answer of the API: browsers must treat it as data. Netlify's headers for pages do not reach functions. */
export const API_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** An error in the API's envelope. */
export function renderError({ status, code, message, errors, details, headers }: ApiError, requestId: string): Response {
  const body: Failure = {
    success: false,
    message,
    code,
    ...(errors ? { errors } : {}),
    ...(details === undefined ? {} : { details }),
    requestId,
  };
  return Response.json(body, { status, headers: { ...API_HEADERS, 'Cache-Control': 'no-store', ...headers } });
}

/** 404 that nobody caches, because something may be there tomorrow. */
export function notFound(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  });
}
