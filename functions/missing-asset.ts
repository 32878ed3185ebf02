import type { Config } from '@netlify/functions';

/**
 * A script, style or font that is not there, or not any more: 404, and nobody keeps that. As a function, because the headers of
 * netlify.toml go by the path, found or not: they would keep the failure for a year.
 */
export default function answerMissingAsset(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  });
}

export const config: Config = { path: '/_astro/*', preferStatic: true };
