import { defineMiddleware } from 'astro:middleware';
import { createHash } from 'node:crypto';
import { withImports } from '#build/script-imports.ts';

const SCRIPT = /<script type="module" src="([^"]+)"><\/script>/g;

const STYLE_TAG = '<style>';

/** What Astro writes beside a page's first island: its style, which is in theme.css. */
const STYLE = /<style>astro-island[^<]*<\/style>/g;

/** And its scripts, the directive's and the element's, which are in island-runtime.ts. */
const RUNTIME =
  /<script>\(\(\)=>\{(?:(?!<\/script>).)*?(?:customElements\.define\("astro-island"|new Event\("astro:intent"\))(?:(?!<\/script>).)*?<\/script>/gs;

const POLICY = /<meta http-equiv="content-security-policy"[^>]*>/;
const INLINE = /<(script|style)(?: type="module")?>(.*?)<\/\1>/gs;

/** Takes the hashes of what stands in other pages out of the page's security policy; the header's allows all of them (page-headers.ts). */
function withOwnHashes(page: string, styles: Buffer): string {
  const inline = [styles, ...Array.from(page.matchAll(INLINE), ([, , code = '']) => code)];
  const own = new Set(inline.map((code) => createHash('sha256').update(code).digest('base64')));
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
  const bytes = Buffer.from(await response.arrayBuffer());
  // Half of a page is its styles. They stay bytes, and nothing below reads them: with 10,000 products that is a sixth of a build.
  const start = afterStyleTag(bytes);
  const end = bytes.indexOf('</style>', start);
  const styles = bytes.subarray(start, end);
  const rest = (bytes.toString('utf8', 0, start) + bytes.toString('utf8', end)).replaceAll(STYLE, '');
  // The back office is one island, and has Astro's own runtime.
  const isBackOffice = url.pathname.startsWith('/admin');
  const page = withOwnHashes(isBackOffice ? rest : withScripts(rest.replaceAll(RUNTIME, '')), styles);
  const cut = afterStyleTag(page);
  return new Response(Buffer.concat([Buffer.from(page.slice(0, cut)), styles, Buffer.from(page.slice(cut))]), response);
});

/** Where the styles of a page begin. */
function afterStyleTag(page: Buffer | string): number {
  const tag = page.indexOf(STYLE_TAG);
  if (tag === -1) throw new Error('A page has no styles');
  return tag + STYLE_TAG.length;
}
