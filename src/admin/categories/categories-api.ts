import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type Category, category, type NewCategory } from '#shared/schemas/categories.ts';
import { changedPlaces } from './category-places.ts';

export const CATEGORIES_KEY = ['categories', 'list'];

/** All categories in their order, hidden ones too. */
export function useCategories() {
  return useQuery({
    queryKey: CATEGORIES_KEY,
    queryFn: ({ signal }) => callStaffApi('GET', '/categories', { schema: z.array(category), signal }),
  });
}

export function fetchCategory(id: string): Promise<Category> {
  return callStaffApi('GET', `/categories/${id}`, { schema: category });
}

export function postCategory(fields: NewCategory): Promise<Category> {
  return callStaffApi('POST', '/categories', { body: fields, schema: category });
}

export function putCategory(id: string, changes: Partial<NewCategory> & { updatedAt: string }): Promise<Category> {
  return callStaffApi('PUT', `/categories/${id}`, { body: changes, schema: category });
}

export function toggleCategory(id: string): Promise<Category> {
  return callStaffApi('PUT', `/categories/${id}/toggle-status`, { schema: category });
}

/** Puts categories into this order. */
export function putCategoryOrder(sorted: Category[]): Promise<Category[]> {
  return callStaffApi('PUT', '/categories/order/update', {
    body: { categories: changedPlaces(sorted) },
    schema: z.array(category),
  });
}

export function deleteCategory(id: string): Promise<Category> {
  return callStaffApi('DELETE', `/categories/${id}`, { schema: category });
}
