import { useEffect, useState } from 'react';
import { bestsellersFirst } from './bestsellers.ts';
import { loadCatalog } from './catalog-index.ts';
import { type CatalogItem, isDraftProduct } from './catalog-item.ts';
import { categoryName, pageCategoryNames } from './category-names.ts';
import { ProductGrid } from './ProductGrid.tsx';

/** A row of the widest grid. */
const SHOWN = 4;

/**
 * Ways on from a page that has nothing to show: the search, unless the page has one, the categories, and what sells best. Without the catalogue, the
 * search alone.
 */
export function OtherWays({ hasSearch = false }: { hasSearch?: boolean }) {
  const [{ categories, best }, setFound] = useState<{ categories: string[]; best: CatalogItem[] }>({ categories: [], best: [] });
  useEffect(() => {
    loadCatalog().then(({ items, bestsellers }) => {
      const kept = items.filter((item) => !isDraftProduct(item));
      const best = bestsellersFirst(kept, bestsellers)
        .filter(({ stockQuantity }) => stockQuantity > 0)
        .slice(0, SHOWN);
      setFound({ categories: [...new Set(kept.map(({ category }) => category))], best });
    }, console.warn);
  }, []);
  const names = pageCategoryNames();
  return (
    <div className="mt-12">
      {!hasSearch && (
        <search>
          <form action="/products" aria-label="Search all pieces" className="mx-auto flex max-w-xl gap-2">
            <input
              type="search"
              name="search"
              aria-label="Search all pieces"
              placeholder="Search all pieces..."
              autoComplete="off"
              className="field"
            />
            <button type="submit" className="btn btn-primary">
              Search
            </button>
          </form>
        </search>
      )}
      {categories.length > 0 && (
        <nav aria-label="Categories to look at" className="mt-6">
          <ul className="flex flex-wrap justify-center gap-x-5">
            {categories.map((slug) => (
              <li key={slug}>
                <a
                  href={`/category/${slug}`}
                  className="inline-flex min-h-11 items-center underline decoration-gold underline-offset-4"
                >
                  {categoryName(slug, names)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {best.length > 0 && (
        <section aria-labelledby="best-title" className="mt-12 text-left">
          <h2 id="best-title" className="mb-6 text-center text-3xl">
            What sells best
          </h2>
          <ProductGrid items={best} columns={4} />
        </section>
      )}
    </div>
  );
}
