import type { Config } from '@netlify/functions';
import { getProduct } from '#server/catalog/products.ts';
import { READ_MS, withinDeadline } from '#server/database/deadline.ts';
import { serviceSupabase as db } from '#server/database/service-client.ts';
import { ApiError } from '#server/errors.ts';
import { answer } from '#server/http/answer.ts';
import { renderError } from '#server/http/responses.ts';
import { currentSettings } from '#server/settings/settings.ts';
import { productPicture } from '#server/share-pictures/product-picture.ts';
import { sharePicturePath, shownOf } from '#server/share-pictures/share-picture.ts';

/**
 * Draws a product's picture for shared links when it is first asked for; the CDN then has it for a year, also after the next deploys. What shows the product as
 * it is has one address: every other leads there, so that nobody has pictures drawn by making addresses up.
 */
export default (request: Request) => answer({ path: '/share/:id/:key.jpg' }, request, () => sharePicture(request), renderError);

async function sharePicture({ method, url: address }: Request): Promise<Response> {
  if (method !== 'GET' && method !== 'HEAD') throw new ApiError('method_not_allowed', { headers: { Allow: 'GET, HEAD' } });
  const url = new URL(address);
  const id = url.pathname.split('/')[2] ?? '';
  const [product, { identity }] = await withinDeadline(READ_MS, () => Promise.all([getProduct(db, id), currentSettings(db)]));
  const path = sharePicturePath(product, identity.name);
  if (url.pathname + url.search !== path)
    return new Response(null, { status: 302, headers: { Location: path, 'Cache-Control': 'no-store' } });
  if (method === 'HEAD') return new Response(null, { headers: HEADERS });
  const { jpeg, isComplete } = await productPicture(shownOf(product, identity.name));
  return new Response(jpeg, { headers: { ...HEADERS, ...(isComplete ? KEPT : { 'Cache-Control': 'no-store' }) } });
}

const HEADERS = { 'Content-Type': 'image/jpeg', 'X-Content-Type-Options': 'nosniff' };

const YEAR_SECONDS = 31_536_000;

const KEPT = {
  'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
  'Netlify-CDN-Cache-Control': `public, durable, s-maxage=${YEAR_SECONDS}`,
  // What has none is forgotten with every deploy.
  'Netlify-Cache-ID': 'share-pictures',
};

export const config: Config = { path: '/share/*' };
