import type { APIRoute } from 'astro';
import { socialImage } from '#server/site-builds/social-image.ts';

/** The preview picture of pages without a photo. */
export const GET: APIRoute = async () => new Response(new Uint8Array(await socialImage()));
