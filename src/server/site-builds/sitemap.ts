import type { Category } from '#shared/schemas/categories.ts';
import type { Product } from '#shared/schemas/products.ts';

/** A page for search engines, and when what it shows changed last, where the catalogue knows. */
export interface SitemapEntry {
  path: string;
  changedAt?: string | undefined;
}

/** Pages that are for one person, or for staff, or stand in for others. */
const UNLISTED = ['admin', 'checkout', 'favorites', 'profile', 'login', 'track', 'product-shell', 'category-shell'];

/** Pages that show the catalogue. */
const OF_CATALOGUE = ['index', 'products', 'categories'];

/** What search engines read of one file; there may be 50,000, and 50 MB. */
export const ENTRIES_A_PART = 40_000;

/** Every page that may be found. Takes the names of the pages of `src/pages`, and the catalogue. */
export function sitemapEntries(pages: string[], products: Product[], categories: Category[]): SitemapEntry[] {
  const byCategory = Map.groupBy(products, ({ category }) => category);
  const latest = latestOf([...products, ...categories]);
  return [
    ...pages
      .filter((page) => !UNLISTED.includes(page))
      .map((page) => ({
        path: page === 'index' ? '/' : `/${page}`,
        changedAt: OF_CATALOGUE.includes(page) ? latest : undefined,
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

/** The file that names the others. */
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
