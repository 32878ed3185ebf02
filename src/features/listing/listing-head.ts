import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { itemListJsonLd } from '#features/seo/json-ld.ts';
import type { PageHead } from '#features/seo/page-head.ts';
import { listingHeading, PLAIN_LISTING } from './listing-query.ts';

/** The head of the listing page. With `SHOP_LISTING_NOINDEX=on` at build time it asks search engines to leave the page out. */
export function listingHead(items: CatalogItem[], site: URL | undefined, flag = process.env['SHOP_LISTING_NOINDEX']): PageHead {
  const title = listingHeading(PLAIN_LISTING);
  const links = items.map(({ id, name }) => ({ name, href: `/product/${id}` }));
  return {
    title,
    description:
      'All our artificial jewellery: earrings, sets, necklaces, rings, bracelets, pendants and bridal pieces. Filter by colour, size and price.',
    keywords: ['earrings', 'sets', 'necklaces', 'rings', 'bracelets', 'watches'],
    pageType: 'CollectionPage',
    noindex: flag === 'on',
    jsonLd: [itemListJsonLd(title, links, site)],
  };
}
