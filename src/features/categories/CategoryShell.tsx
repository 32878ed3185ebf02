import { useCallback, useEffect, useState } from 'react';
import { ApiFailure, callApiPage } from '#browser/api.ts';
import { LoadFailure } from '#components/LoadFailure.tsx';
import type { Category } from '#domain/categories/contract.ts';
import type { Product } from '#domain/products/contract.ts';
import { subKindsOf } from '#domain/shelves/sub-kinds.ts';
import { loadCatalog } from '#features/product-cards/catalog-index.ts';
import { type CatalogItem, catalogItem } from '#features/product-cards/catalog-item.ts';
import { categoryName, isInCategory, pageCategoryNames } from '#features/product-cards/category-names.ts';
import { findCategory } from '#features/product-cards/find-category.ts';
import { GrowingGrid } from '#features/product-cards/GrowingGrid.tsx';
import { OtherWays } from '#features/product-cards/OtherWays.tsx';
import { SkeletonGrid } from '#features/product-cards/SkeletonGrid.tsx';
import { CategoryHead, NoCategoryProducts } from './CategoryPage.tsx';

const LOADING_CARDS = 8;
const PAGE_SIZE = 100;

/** The page of a category that is newer than the last build, or unknown. */
export function CategoryShell() {
  const [head, setHead] = useState<Pick<Category, 'name' | 'slug' | 'image' | 'description'>>();
  const [items, setItems] = useState<CatalogItem[]>();

  const [hasFailed, setHasFailed] = useState(false);

  const load = useCallback(() => {
    const slug = slugInAddress();
    setHasFailed(false);
    Promise.all([findCategory(slug), loadProducts(slug)]).then(
      ([category, items]) => {
        // An address of before it was renamed.
        if (category && category.slug !== slug) return location.replace(`/category/${category.slug}${location.search}`);
        const head = category ?? { name: categoryName(slug, pageCategoryNames()), slug, image: null, description: '' };
        setHead(head);
        setItems(items);
        document.title = document.title.replace(/^[^|]+(?= \|)/, () => `${head.name} Products`);
      },
      () => setHasFailed(true),
    );
  }, []);
  useEffect(load, [load]);

  if (hasFailed) {
    return (
      <>
        <h1 className="pt-4 pb-10 text-center text-4xl lg:text-5xl">{`${categoryName(slugInAddress(), pageCategoryNames())} Products`}</h1>
        <LoadFailure onRetry={load}>Failed to load products. We cannot reach the shop just now.</LoadFailure>
      </>
    );
  }
  if (!items || !head) {
    return (
      <div role="status" className="pt-28">
        <span className="sr-only">Loading products</span>
        <SkeletonGrid cards={LOADING_CARDS} />
      </div>
    );
  }
  return (
    <>
      <CategoryHead {...head} count={items.length} kinds={subKindsOf(items.map(({ name }) => name))} />
      {items.length > 0 && <h2 className="sr-only">Products</h2>}
      {items.length === 0 ? (
        <>
          <NoCategoryProducts />
          <OtherWays />
        </>
      ) : (
        <GrowingGrid items={items} className="rise" />
      )}
    </>
  );
}

function slugInAddress(): string {
  const slug = location.pathname.split('/').pop() ?? '';
  try {
    return decodeURIComponent(slug);
  } catch {
    // A malformed escape: use the text as it is.
    return slug;
  }
}

/** The category's products from the API; from the catalogue if the API fails or has more than one page. */
async function loadProducts(slug: string): Promise<CatalogItem[]> {
  // The API refuses anything that is not a slug.
  if (!/^[a-z0-9-]+$/.test(slug)) return listedProducts(slug);
  try {
    const { items } = await callApiPage<Product[]>(`/products/category/${encodeURIComponent(slug)}`, {
      query: { limit: PAGE_SIZE },
    });
    const names = pageCategoryNames();
    if (items.length < PAGE_SIZE) return items.map((product) => catalogItem(product, names));
    return await listedProducts(slug);
  } catch (failure) {
    const listed = await listedProducts(slug);
    // An empty catalogue list proves nothing here: the category may be newer than the build.
    if (listed.length === 0 && !(failure instanceof ApiFailure && failure.status === 404)) throw failure;
    return listed;
  }
}

function listedProducts(slug: string): Promise<CatalogItem[]> {
  return loadCatalog().then(({ items }) => items.filter((item) => isInCategory(item, slug)));
}
