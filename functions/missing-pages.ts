import type { Config } from '@netlify/functions';
import { missingCategory, missingProduct } from '#server/catalog/missing-pages.ts';
import { READ_MS, withinDeadline } from '#server/database/deadline.ts';
import { serviceSupabase as db } from '#server/database/service-client.ts';
import { ApiError } from '#server/errors.ts';
import { answer } from '#server/http/answer.ts';
import { builtPage } from '#server/http/built-page.ts';
import { notFound } from '#server/http/responses.ts';

/**
 * Answers for categories and products without a page: what is newer than the last build is shown by a shell, what was renamed leads on, and of what there is
 * not a page says what there is, with status 404. While the database cannot say which, the shell does.
 */
export default function missingPages(request: Request): Promise<Response> | Response {
  const [, kind = '', ...parts] = new URL(request.url).pathname.split('/');
  if (kind !== 'category' && kind !== 'product') return notFound();
  return answer(
    { path: `/${kind}/:name` },
    request,
    () => missingPage(request, kind, parts),
    ({ status, headers }) => builtPage(db, `/shell/${kind}`, status, headers),
  );
}

async function missingPage({ method, url }: Request, kind: 'category' | 'product', parts: string[]): Promise<Response> {
  if (method !== 'GET' && method !== 'HEAD') throw new ApiError('method_not_allowed', { headers: { Allow: 'GET, HEAD' } });
  const look = kind === 'category' ? missingCategory : missingProduct;
  // `/category/rings/` is one name, `/category/rings/gold` none.
  const typed = parts.filter(Boolean).length === 1 ? decodeURIComponent(parts.join('')) : '';
  const missing = await withinDeadline(READ_MS, () => look(db, typed));
  if ('page' in missing) return builtPage(db, missing.page, missing.status);
  // Not for good: another category may get the address.
  const Location = missing.location + new URL(url).search;
  return new Response(null, { status: 301, headers: { Location, 'Cache-Control': 'public, max-age=0, must-revalidate' } });
}

export const config: Config = { path: ['/category/*', '/product/*'], preferStatic: true };
