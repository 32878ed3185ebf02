import type { Category } from '#domain/categories/contract.ts';
import type { Product } from '#domain/products/contract.ts';

/** A page for search engines, and when its content changed last, if known. */
export interface SitemapEntry {
  path: string;
  changedAt?: string | undefined;
}

/** Pages that change with the catalogue. */
const CATALOG_PAGES = ['index', 'products', 'categories'];

/** The protocol allows 50,000 entries and 50 MB in one file. */
export const ENTRIES_A_PART = 40_000;

/**
 * The pages that search engines may list: those whose head does not say `noindex`. Takes the sources of `src/pages/*.astro`, because a page cannot be
 * asked for its head without being rendered.
 */
export function listedPages(sources: Record<string, string>): string[] {
  return Object.entries(sources)
    .filter(([, source]) => !/\bnoindex\b/.test(source))
    .map(([file]) => file.replace(/^\.\/|\.astro$/g, ''));
}

/** All public pages. Takes the names of those in `src/pages`, and the catalogue. */
export function sitemapEntries(pages: string[], products: Product[], categories: Category[]): SitemapEntry[] {
  const byCategory = Map.groupBy(products, ({ category }) => category);
  const latest = latestOf([...products, ...categories]);
  return [
    ...pages.map((page) => ({
      path: page === 'index' ? '/' : `/${page}`,
      changedAt: CATALOG_PAGES.includes(page) ? latest : undefined,
    })),
    ...categories.map((category) => ({
      path: `/category/${category.slug}`,
      changedAt: latestOf([category, ...(byCategory.get(category.slug) ?? [])]),
    })),
    ...products.map(({ id, updatedAt }) => ({ path: `/product/${id}`, changedAt: updatedAt })),
  ];
}

/** One file of a sitemap: https://www.sitemaps.org/protocol.html */
export function sitemapPart(entries: SitemapEntry[], site: URL): string {
  const urls = entries.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt}</lastmod>` : '';
    return `<url><loc>${new URL(path, site).href}</loc>${changed}</url>`;
  });
  return `${XML}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
}

/** The index of all parts. */
export function sitemapIndex(parts: number, site: URL): string {
  const files = Array.from(
    { length: parts },
    (_, part) => `<sitemap><loc>${new URL(`sitemap-${part}.xml`, site).href}</loc></sitemap>`,
  );
  return `${XML}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${files.join('')}</sitemapindex>`;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

function latestOf(rows: { updatedAt: string }[]): string | undefined {
  return rows
    .map(({ updatedAt }) => updatedAt)
    .reduce<string | undefined>((latest, at) => (latest && latest > at ? latest : at), undefined);
}
