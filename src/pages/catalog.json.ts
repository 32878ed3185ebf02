import type { APIRoute } from 'astro';
import { SEARCH_WORDS } from '#built/texts.ts';
import { moreWordsOf } from '#domain/product-search/find-products.ts';
import { wordList } from '#domain/product-search/shipped-words.ts';
import { namedBestsellers } from '#features/product-cards/bestsellers.ts';
import { packCatalog } from '#features/product-cards/catalog-index.ts';
import { catalogItem } from '#features/product-cards/catalog-item.ts';
import { categoryNames } from '#features/product-cards/category-names.ts';
import { allCategories, allProducts, bestsellerIds, productPartners } from '#server/catalog/build-catalog.ts';

export const GET: APIRoute = async () => {
  const names = categoryNames(await allCategories());
  const partners = await productPartners();
  const items = (await allProducts()).map((product) => {
    const goesWith = partners.get(product.id);
    return { ...catalogItem(product, names), ...moreWordsOf(product), ...(goesWith && { goesWith }) };
  });
  const bestsellers = namedBestsellers(await bestsellerIds(), items);
  return new Response(packCatalog({ items, bestsellers, words: wordList(SEARCH_WORDS) }), {
    headers: { 'Content-Type': 'application/json' },
  });
};
