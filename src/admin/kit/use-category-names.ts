import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type Category, category } from '#shared/schemas/categories.ts';

/** The categories' names by their slugs, in the shop's order; none while they cannot be had. */
export function useCategoryNames(isNamed: (category: Category) => boolean = () => true): Map<string, string> {
  const { data = [] } = useQuery({
    queryKey: ['categories', 'list'],
    queryFn: ({ signal }) => callStaffApi('GET', '/categories', { schema: z.array(category), signal }),
  });
  return new Map(data.filter(isNamed).map(({ slug, name }) => [slug, name]));
}
