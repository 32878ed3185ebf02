import type { APIRoute, GetStaticPaths } from 'astro';
import { listingHead } from '#features/listing/listing-head.ts';
import { allCategories, allProducts } from '#server/catalog/build-catalog.ts';
import {
  ENTRIES_A_PART,
  listedPages,
  type SitemapEntry,
  sitemapEntries,
  sitemapIndex,
  sitemapPart,
} from '#server/site-builds/sitemap.ts';

const SOURCES = import.meta.glob<string>('./*.astro', { query: '?raw', import: 'default', eager: true });

const PAGES = listedPages(SOURCES).filter((page) => page !== 'products' || !listingHead([], undefined).noindex);

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
