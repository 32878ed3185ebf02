import type { APIRoute, GetStaticPaths } from 'astro';
import { allCategories, allProducts } from '#server/catalog/build-catalog.ts';
import { ENTRIES_A_PART, type SitemapEntry, sitemapEntries, sitemapIndex, sitemapPart } from '#server/site-builds/sitemap.ts';

const PAGES = Object.keys(import.meta.glob('./*.astro')).map((file) => file.replace(/^\.\/|\.astro$/g, ''));

/** The parts of the sitemap, and its index. */
export const getStaticPaths = (async () => {
  const entries = sitemapEntries(PAGES, await allProducts(), await allCategories());
  const count = Math.ceil(entries.length / ENTRIES_A_PART);
  const parts = Array.from({ length: count }, (_, part) => entries.slice(part * ENTRIES_A_PART, (part + 1) * ENTRIES_A_PART));
  return [
    { params: { part: 'index' }, props: { count } },
    ...parts.map((part, number) => ({ params: { part: String(number) }, props: { part } })),
  ];
}) satisfies GetStaticPaths;

interface Props extends Record<string, unknown> {
  part?: SitemapEntry[];
  count?: number;
}

export const GET: APIRoute<Props> = ({ props: { part, count = 0 }, site = new URL('http://localhost') }) =>
  new Response(part ? sitemapPart(part, site) : sitemapIndex(count, site));
