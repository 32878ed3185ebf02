import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as z from 'zod';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { category } from '#domain/categories/contract.ts';

export const categoriesQuery = staffQuery('/categories', z.array(category));

/** All categories in the shop's order, hidden ones included. */
export function useCategories() {
  return useQuery(categoriesQuery);
}

/** Category names by slug, in the shop's order; empty until loaded. */
export function useCategoryNames(which: 'all' | 'in use' = 'all'): Map<string, string> {
  const { data } = useCategories();
  return useMemo(() => {
    const listed = (data ?? []).filter(({ count }) => which === 'all' || count > 0);
    return new Map(listed.map(({ slug, name }) => [slug, name]));
  }, [data, which]);
}
