import { useCallback, useEffect, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { categoryDrafts } from '#browser/product-drafts.ts';
import { loadCatalog } from '#features/product-cards/catalog-index.ts';
import type { Category } from '#shared/schemas/categories.ts';
import { type CategoryCard, categoryCards } from './categories.ts';

/** The categories: first the prebuilt ones, then those of now. Where they cannot be loaded, drafts of this browser come along. */
export function useCategories(prebuilt: CategoryCard[]): { categories: CategoryCard[]; failed: boolean; retry: () => void } {
  const [categories, setCategories] = useState(prebuilt);
  const [failed, setFailed] = useState(false);

  const load = useCallback(() => {
    const take = (now: CategoryCard[], hasFailed: boolean) => {
      setCategories(now);
      setFailed(hasFailed);
    };
    loadCategories().then(
      (now) => take(now, false),
      () => take([...prebuilt, ...categoryCards(categoryDrafts(), [])], true),
    );
  }, [prebuilt]);
  useEffect(load, [load]);

  return { categories, failed, retry: load };
}

/** @throws ApiFailure */
async function loadCategories(): Promise<CategoryCard[]> {
  const [categories, products] = await Promise.all([
    callApi<Category[]>('GET', '/categories'),
    // Without the catalogue, the server's own counts hold.
    loadCatalog().then(
      ({ items }) => items,
      () => [],
    ),
  ]);
  return categoryCards(categories, products);
}
