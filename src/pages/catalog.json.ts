import type { APIRoute } from 'astro';
import { catalogItem } from '#features/catalog/card-product.ts';
import { packCatalog } from '#features/catalog/catalog-index.ts';
import { allProducts, bestsellerIds } from '#server/catalog/build-catalog.ts';

/** Of all that was sold, what counts as best selling. */
const BESTSELLERS = 24;

export const GET: APIRoute = async () => {
  const items = (await allProducts()).map(catalogItem);
  const bestsellers = (await bestsellerIds()).slice(0, BESTSELLERS);
  return new Response(packCatalog({ items, bestsellers }), { headers: { 'Content-Type': 'application/json' } });
};
