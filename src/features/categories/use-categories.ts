import { useCallback, useEffect, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { categoryDrafts } from '#browser/product-drafts.ts';
import type { Category } from '#domain/categories/contract.ts';
import { loadCatalog } from '#features/product-cards/catalog-index.ts';
import { type CategoryCard, categoryCards } from './categories.ts';

/** The prebuilt categories, then the current ones. If those cannot be loaded, this browser's drafts are added. */
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
    // Without the catalogue, the server's counts are used.
    loadCatalog().then(
      ({ items }) => items,
      () => [],
    ),
  ]);
  return categoryCards(categories, products);
}
