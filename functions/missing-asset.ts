import type { Config } from '@netlify/functions';
import { notFound } from '#server/http/not-found.ts';

/**
 * A script, style or font that is not there, or not any more: 404, and nobody keeps that. As a function, because the headers of
 * netlify.toml go by the path, found or not: they would keep the failure for a year.
 */
export default notFound;

export const config: Config = { path: '/_astro/*', preferStatic: true };
