import { defineMiddleware } from 'astro:middleware';

/** The attribute of `<html>` with the scripts of a page, for early.ts. The shop's layout writes it empty. */
const PLACE = ' data-scripts=""';

const SCRIPT = /<script type="module" src="([^"]+)"><\/script>/g;

/** What Astro writes beside a page's first island: its style, which is in theme.css. */
const STYLE = /<style>astro-island[^<]*<\/style>/g;

/** And its scripts, the directive's and the element's, which are in island-runtime.ts. */
const RUNTIME =
  /<script>\(\(\)=>\{(?:(?!<\/script>).)*?(?:customElements\.define\("astro-island"|new Event\("astro:intent"\))(?:(?!<\/script>).)*?<\/script>/gs;

/**
 * Lets the scripts of the shop's pages wait for the first paint: on a slow line they would share it with the first picture. early.ts starts them.
 * `npm run dev` shows pages as Astro makes them.
 */
export const onRequest = defineMiddleware(async (_, next) => {
  const response = await next();
  if (import.meta.env.DEV || !response.headers.get('content-type')?.includes('text/html')) return response;
  const page = (await response.text()).replaceAll(STYLE, '');
  if (!page.includes(PLACE)) return new Response(page, response);
  const scripts = [...page.matchAll(SCRIPT)].map(([, source]) => source);
  const place = ` data-scripts="${[...new Set(scripts)].join(' ')}"`;
  return new Response(page.replaceAll(SCRIPT, '').replaceAll(RUNTIME, '').replace(PLACE, place), response);
});
