import { defineMiddleware } from 'astro:middleware';
import { createHash } from 'node:crypto';

const SCRIPT = '<script type="module" src=';

/** What Astro writes beside a page's first island: its style, which is in theme.css. */
const STYLE = /<style>astro-island[^<]*<\/style>/g;

/** And its scripts, the directive's and the element's, which are in island-runtime.ts. */
const RUNTIME =
  /<script>\(\(\)=>\{(?:(?!<\/script>).)*?(?:customElements\.define\("astro-island"|new Event\("astro:intent"\))(?:(?!<\/script>).)*?<\/script>/gs;

const POLICY = /<meta http-equiv="content-security-policy"[^>]*>/;
const INLINE = /<(script|style)(?: type="module")?>(.*?)<\/\1>/gs;

/** Takes the hashes of what stands in other pages out of the page's security policy; the header's allows all of them (page-headers.ts). */
function withOwnHashes(page: string): string {
  const own = new Set([...page.matchAll(INLINE)].map(([, , code = '']) => createHash('sha256').update(code).digest('base64')));
  return page.replace(POLICY, (policy) =>
    policy.replaceAll(/ 'sha256-([^']+)'/g, (source, hash) => (own.has(hash) ? source : '')),
  );
}

/**
 * Lets the scripts of the shop's pages give way to the first picture on a slow line, and takes out what Astro would repeat in every page.
 * `npm run dev` shows pages as Astro makes them.
 */
export const onRequest = defineMiddleware(async ({ url }, next) => {
  const response = await next();
  if (import.meta.env.DEV || !response.headers.get('content-type')?.includes('text/html')) return response;
  const page = (await response.text()).replaceAll(STYLE, '');
  // The back office is one island, and has Astro's own runtime.
  if (url.pathname.startsWith('/admin')) return new Response(withOwnHashes(page), response);
  const later = SCRIPT.replace(' src', ' fetchpriority="low" src');
  return new Response(withOwnHashes(page.replaceAll(RUNTIME, '').replaceAll(SCRIPT, later)), response);
});
