import { defineMiddleware } from 'astro:middleware';

/** The style that Astro writes before the first island of a page. */
const ISLAND_STYLE = /<style>astro-island[^<]*<\/style>/;

/** Moves that style into the head, the only place where HTML allows it. */
export const onRequest = defineMiddleware(async (_, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const page = await response.text();
  const [style] = ISLAND_STYLE.exec(page) ?? [];
  const tidied = style ? page.replace(style, '').replace('</head>', () => `${style}</head>`) : page;
  return new Response(tidied, response);
});
