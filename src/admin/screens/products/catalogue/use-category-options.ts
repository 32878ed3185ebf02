import { useStore } from '@nanostores/react';
import { useCategories } from '#admin/data/categories/queries.ts';
import { $categoryDrafts } from '#admin/data/drafts/drafts-store.ts';
import type { Option } from '#admin/kit/Select.tsx';

interface CategoryOptions {
  options: Option[];
  isFailed: boolean;
  retry: () => void;
}

/** The categories a product can be in, drafts included. The current one stays an option even when it no longer exists. */
export function useCategoryOptions(current: string | undefined): CategoryOptions {
  const { data = [], isError, refetch } = useCategories();
  const drafts = useStore($categoryDrafts);
  const stored = data.map(({ slug, name, isActive }) => ({ value: slug, label: isActive ? name : `${name} (hidden)` }));
  const drafted = drafts
    .filter(({ slug }) => !stored.some(({ value }) => value === slug))
    .map(({ slug, name }) => ({ value: slug, label: `${name} (draft)` }));
  const options = [...stored, ...drafted];
  const isKnown = !current || options.some(({ value }) => value === current);
  return {
    options: isKnown ? options : [...options, { value: current, label: current }],
    isFailed: isError && data.length === 0,
    retry: () => void refetch(),
  };
}
