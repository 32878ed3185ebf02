import type { APIRoute } from 'astro';
import { allCategories, allProducts, builtAt } from '#server/catalog/build-catalog.ts';

/** Which content these pages were built from, and when it was read. */
export const GET: APIRoute = async () =>
  Response.json({ builtAt, products: (await allProducts()).length, categories: (await allCategories()).length });
