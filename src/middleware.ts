import { defineMiddleware } from 'astro:middleware';

const SCRIPT = '<script type="module" src=';

/** What Astro writes beside a page's first island: its style, which is in theme.css. */
const STYLE = /<style>astro-island[^<]*<\/style>/g;

/** And its scripts, the directive's and the element's, which are in island-runtime.ts. */
const RUNTIME =
  /<script>\(\(\)=>\{(?:(?!<\/script>).)*?(?:customElements\.define\("astro-island"|new Event\("astro:intent"\))(?:(?!<\/script>).)*?<\/script>/gs;

/**
 * Lets the scripts of the shop's pages give way to the first picture on a slow line, and takes out what Astro would repeat in every page.
 * `npm run dev` shows pages as Astro makes them.
 */
export const onRequest = defineMiddleware(async ({ url }, next) => {
  const response = await next();
  if (import.meta.env.DEV || !response.headers.get('content-type')?.includes('text/html')) return response;
  const page = (await response.text()).replaceAll(STYLE, '');
  // The back office is one island, and has Astro's own runtime.
  if (url.pathname.startsWith('/admin')) return new Response(page, response);
  const later = SCRIPT.replace(' src', ' fetchpriority="low" src');
  return new Response(page.replaceAll(RUNTIME, '').replaceAll(SCRIPT, later), response);
});
