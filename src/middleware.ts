import { defineMiddleware } from 'astro:middleware';
import { createHash } from 'node:crypto';
import { withImports } from '#build/script-imports.ts';

const SCRIPT = /<script type="module" src="([^"]+)"><\/script>/g;

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
 * Has the page's scripts fetched together with all that they import, which otherwise only a script tells: while the page comes, below photos. Where a page
 * begins with a picture its head only names them, and `early.ts` starts them when the picture is painted.
 */
function withScripts(page: string): string {
  const scripts = Array.from(page.matchAll(SCRIPT), ([, src = '']) => src);
  const files = withImports(process.env['SHOP_BUILT_FILES'] ?? '', scripts);
  if (scripts.length > 0 && /fetchpriority="high"/i.test(page))
    return withHead(page.replaceAll(SCRIPT, ''), `<meta name="scripts" content="${files.join(' ')}">`);
  return withHead(page, files.map((file) => `<link rel="modulepreload" href="${file}" fetchpriority="low">`).join(''));
}

function withHead(page: string, more: string): string {
  return page.replace('<meta charset="utf-8">', (first) => first + more);
}

/**
 * Lets the scripts of the shop's pages give way to the first picture, and takes out what Astro would repeat in every page.
 * `npm run dev` shows pages as Astro makes them.
 */
export const onRequest = defineMiddleware(async ({ url }, next) => {
  const response = await next();
  if (import.meta.env.DEV || !response.headers.get('content-type')?.includes('text/html')) return response;
  const page = (await response.text()).replaceAll(STYLE, '');
  // The back office is one island, and has Astro's own runtime.
  if (url.pathname.startsWith('/admin')) return new Response(withOwnHashes(page), response);
  return new Response(withOwnHashes(withScripts(page.replaceAll(RUNTIME, ''))), response);
});
