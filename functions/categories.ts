import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { category, categoryEdit, categoryOrder, newCategory } from '#domain/categories/contract.ts';
import { resource } from '#server/api/api.ts';
import { getCategory, getCategoryBySlug, listCategories } from '#server/catalog/categories.ts';
import { createCategory, deleteCategory, editCategory, orderCategories, toggleCategory } from '#server/catalog/edit-category.ts';
import { catalogTags, categoryTags } from '#server/http/cache-tags.ts';

const visibleTo = (staff: unknown) => ({ includeInactive: staff !== null });

const shown = { access: 'anyone or staff', cacheTags: categoryTags } as const;
const staffOnly = { access: 'staff', returns: category, purges: catalogTags } as const;

export default resource('The catalogue’s categories.')
  .get(
    '/api/categories',
    { ...shown, right: 'none', summary: 'Active categories; for staff all of them', returns: z.array(category) },
    ({ db, staff }) => listCategories(db, visibleTo(staff)),
  )
  .get(
    '/api/categories/slug/:slug',
    { ...shown, right: 'none', summary: 'A category by its slug', errors: ['category_not_found'], returns: category },
    ({ db, params, staff }) => getCategoryBySlug(db, params.slug, visibleTo(staff)),
  )
  .get(
    '/api/categories/:id',
    { ...shown, right: 'none', summary: 'A category by its id', errors: ['category_not_found'], returns: category },
    ({ db, params, staff }) => getCategory(db, params.id, visibleTo(staff)),
  )
  .post(
    '/api/categories',
    {
      ...staffOnly,
      right: 'edit_products',
      summary: 'Adds a category',
      body: newCategory,
      shows: ['name', 'slug', 'description', 'noReturnReason'],
      incomplete: 'Name is required',
      failure: 'Failed to create category',
      errors: ['slug_taken', 'storage_unreachable'],
      status: 201,
    },
    ({ db, body, staff }) => createCategory(db, body, staff.id),
  )
  .put(
    '/api/categories/order/update',
    {
      ...staffOnly,
      right: 'edit_products',
      summary: 'Sorts categories',
      errors: ['category_not_found'],
      body: categoryOrder,
      returns: z.array(category),
    },
    ({ db, body }) => orderCategories(db, body),
  )
  .put(
    '/api/categories/:id/toggle-status',
    {
      ...staffOnly,
      right: 'edit_products',
      summary: 'Shows or hides a category',
      failure: 'Failed to toggle category',
      errors: ['category_not_found'],
    },
    ({ db, params }) => toggleCategory(db, params.id),
  )
  .put(
    '/api/categories/:id',
    {
      ...staffOnly,
      right: 'edit_products',
      summary: 'Edits a category; products follow its slug',
      body: categoryEdit,
      shows: ['name', 'slug', 'description', 'noReturnReason'],
      failure: 'Failed to update category',
      errors: ['category_not_found', 'edited_meanwhile', 'slug_taken', 'storage_unreachable'],
    },
    ({ db, params, body, staff }) => editCategory(db, params.id, body, staff.id),
  )
  .delete(
    '/api/categories/:id',
    {
      ...staffOnly,
      right: 'edit_products',
      summary: 'Deletes an empty category',
      errors: ['category_not_found', 'category_in_use'],
    },
    ({ db, params }) => deleteCategory(db, params.id),
  ).handler;

export const config: Config = { path: ['/api/categories', '/api/categories/*'] };
