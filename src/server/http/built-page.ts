import type { ShopDatabase } from '#server/database/client.ts';
import { READ_MS } from '#server/database/deadline.ts';
import { env } from '#server/env.ts';
import { html } from '#server/html.ts';
import { logFailure } from '#server/log.ts';
import { renderFormPage } from './form-page.ts';

/** Headers that the host gives a page and not what a function answers. The policy knows the hashes of what stands in the page. */
const OF_PAGES = [
  'Content-Type',
  'Content-Security-Policy',
  'X-Content-Type-Options',
  'X-Frame-Options',
  'Referrer-Policy',
  'Permissions-Policy',
  'Strict-Transport-Security',
  'Cross-Origin-Opener-Policy',
];

/** A page of the last build as the answer to another address, with this status. Where it cannot be fetched, a small page says so. */
export async function builtPage(
  db: ShopDatabase,
  path: string,
  status: number,
  more: Record<string, string> = {},
): Promise<Response> {
  try {
    const page = await fetch(new URL(path, env.URL), { redirect: 'manual', signal: AbortSignal.timeout(READ_MS) });
    if (page.status !== 200) throw new Error(`${path} is answered with ${page.status}`);
    const headers = OF_PAGES.flatMap((name) => {
      const value = page.headers.get(name);
      return value ? [[name, value]] : [];
    });
    // What is missing now may be there in a minute.
    const kept = { 'Cache-Control': 'public, max-age=0, must-revalidate', 'X-Robots-Tag': 'noindex' };
    return new Response(await page.text(), { status, headers: { ...Object.fromEntries(headers), ...kept, ...more } });
  } catch (failure) {
    logFailure('fetching a page of the last build', failure);
    const title = status === 404 ? 'There is no such page' : 'This page cannot be shown just now';
    const content = html`<p>Our categories, and the search of all our pieces, are a step away.</p>`;
    return renderFormPage(
      db,
      { title, content, back: { href: '/categories', text: 'All Categories' } },
      status === 200 ? 503 : status,
      more,
    );
  }
}
