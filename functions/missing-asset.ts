import type { Config } from '@netlify/functions';
import { notFound } from '#server/http/responses.ts';

/**
 * 404 for a script, style or font that does not exist (any more), not cached. A function, because the cache headers of netlify.toml apply
 * to every path below `/_astro` and would keep the failure for a year.
 */
export default notFound;

export const config: Config = { path: '/_astro/*', preferStatic: true };
