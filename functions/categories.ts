import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { getCategory, getCategoryBySlug, listCategories } from '#server/catalog/categories.ts';
import { resource } from '#server/http/resource.ts';
import { category } from '#shared/schemas/category.ts';

const publicly = { access: 'anyone', cacheTag: 'categories' } as const;

export default resource()
  .get('/api/categories', { ...publicly, summary: 'Active categories', returns: z.array(category) }, listCategories)
  .get('/api/categories/slug/:slug', { ...publicly, summary: 'A category by its slug', returns: category }, getCategoryBySlug)
  .get('/api/categories/:id', { ...publicly, summary: 'A category by its id', returns: category }, getCategory).handler;

export const config: Config = { path: ['/api/categories', '/api/categories/*'] };
