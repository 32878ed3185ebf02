import type { APIRoute } from 'astro';
import { socialImage } from '#server/site-builds/social-image.ts';

/** The picture that shared links of the shop show where a page has none of its own. */
export const GET: APIRoute = async () => new Response(new Uint8Array(await socialImage()));
