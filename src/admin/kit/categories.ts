import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type Category, category } from '#shared/schemas/categories.ts';

export const CATEGORIES_KEY = ['categories', 'list'];

/** All categories in the shop's order, hidden ones included. */
export function useCategories() {
  return useQuery({
    queryKey: CATEGORIES_KEY,
    queryFn: ({ signal }) => callStaffApi('GET', '/categories', { schema: z.array(category), signal }),
  });
}

/** Category names by slug, in the shop's order; empty until loaded. `matches` leaves some out. */
export function useCategoryNames(matches: (category: Category) => boolean = () => true): Map<string, string> {
  const { data = [] } = useCategories();
  return new Map(data.filter(matches).map(({ slug, name }) => [slug, name]));
}
