import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { type Category, category } from '#shared/schemas/categories.ts';

export const categoriesQuery = staffQuery('/categories', z.array(category));

/** All categories in the shop's order, hidden ones included. */
export function useCategories() {
  return useQuery(categoriesQuery);
}

/** Category names by slug, in the shop's order; empty until loaded. `matches` leaves some out. */
export function useCategoryNames(matches: (category: Category) => boolean = () => true): Map<string, string> {
  const { data = [] } = useCategories();
  return new Map(data.filter(matches).map(({ slug, name }) => [slug, name]));
}
