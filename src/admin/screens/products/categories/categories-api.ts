import * as z from 'zod';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type Category, category, type NewCategory } from '#domain/categories/contract.ts';
import { changedOrders } from './category-order.ts';

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

/** Saves a new order of the categories. */
export function putCategoryOrder(sorted: Category[]): Promise<Category[]> {
  return callStaffApi('PUT', '/categories/order/update', {
    body: { categories: changedOrders(sorted) },
    schema: z.array(category),
  });
}

export function deleteCategory(id: string): Promise<Category> {
  return callStaffApi('DELETE', `/categories/${id}`, { schema: category });
}
