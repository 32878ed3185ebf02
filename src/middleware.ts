import { defineMiddleware } from 'astro:middleware';

/** What Astro writes before the first island of a page. */
const ISLAND_STYLE = /<style>astro-island[^<]*<\/style>/;

/** While pages are built: styles belong into the head, where browsers look for them and HTML allows them. */
export const onRequest = defineMiddleware(async (_, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const page = await response.text();
  const [style] = ISLAND_STYLE.exec(page) ?? [];
  const tidied = style ? page.replace(style, '').replace('</head>', () => `${style}</head>`) : page;
  return new Response(tidied, response);
});
