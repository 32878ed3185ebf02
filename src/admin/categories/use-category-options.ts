import { useStore } from '@nanostores/react';
import type { Option } from '#admin/kit/Select.tsx';
import { $categoryDrafts } from '#admin/product-drafts/drafts-store.ts';
import { useCategories } from './categories-api.ts';

interface CategoryOptions {
  options: Option[];
  isFailed: boolean;
  retry: () => void;
}

/** The categories a product can be in, the drafts among them too. Takes the slug it is in now, which stays to be chosen. */
export function useCategoryOptions(current: string | undefined): CategoryOptions {
  const { data = [], isError, refetch } = useCategories();
  const drafts = useStore($categoryDrafts);
  const shown = data.map(({ slug, name, isActive }) => ({ value: slug, label: isActive ? name : `${name} (hidden)` }));
  const drafted = drafts
    .filter(({ slug }) => !shown.some(({ value }) => value === slug))
    .map(({ slug, name }) => ({ value: slug, label: `${name} (draft)` }));
  const options = [...shown, ...drafted];
  const isKnown = !current || options.some(({ value }) => value === current);
  return {
    options: isKnown ? options : [...options, { value: current, label: current }],
    isFailed: isError && data.length === 0,
    retry: () => void refetch(),
  };
}
