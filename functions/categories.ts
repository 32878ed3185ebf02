import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { categories, everyProduct } from '#server/catalog/cache-tags.ts';
import { getCategory, getCategoryBySlug, listCategories } from '#server/catalog/categories.ts';
import { createCategory, deleteCategory, editCategory, orderCategories, toggleCategory } from '#server/catalog/edit-category.ts';
import { resource } from '#server/http/resource.ts';
import { category, categoryEdit, categoryOrder, newCategory } from '#shared/schemas/categories.ts';

const shown = { access: 'anyone or staff', cacheTags: categories } as const;
const staffOnly = { access: 'staff', returns: category, purges: everyProduct } as const;

export default resource()
  .get(
    '/api/categories',
    { ...shown, summary: 'Active categories; for staff all of them', returns: z.array(category) },
    listCategories,
  )
  .get(
    '/api/categories/slug/:slug',
    { ...shown, summary: 'A category by its slug', errors: ['category_not_found'], returns: category },
    getCategoryBySlug,
  )
  .get(
    '/api/categories/:id',
    { ...shown, summary: 'A category by its id', errors: ['category_not_found'], returns: category },
    getCategory,
  )
  .post(
    '/api/categories',
    {
      ...staffOnly,
      summary: 'Adds a category',
      body: newCategory,
      incomplete: 'Name is required',
      failure: 'Failed to create category',
      errors: ['slug_taken', 'storage_unreachable'],
      status: 201,
    },
    createCategory,
  )
  .put(
    '/api/categories/order/update',
    {
      ...staffOnly,
      summary: 'Sorts categories',
      errors: ['category_not_found'],
      body: categoryOrder,
      returns: z.array(category),
    },
    orderCategories,
  )
  .put(
    '/api/categories/:id/toggle-status',
    { ...staffOnly, summary: 'Shows or hides a category', failure: 'Failed to toggle category', errors: ['category_not_found'] },
    toggleCategory,
  )
  .put(
    '/api/categories/:id',
    {
      ...staffOnly,
      summary: 'Edits a category; products follow its slug',
      body: categoryEdit,
      failure: 'Failed to update category',
      errors: ['category_not_found', 'edited_meanwhile', 'slug_taken', 'storage_unreachable'],
    },
    editCategory,
  )
  .delete(
    '/api/categories/:id',
    { ...staffOnly, summary: 'Deletes an empty category', errors: ['category_not_found', 'category_in_use'] },
    deleteCategory,
  ).handler;

export const config: Config = { path: ['/api/categories', '/api/categories/*'] };
