import type { Config } from '@netlify/functions';
import * as z from 'zod';
import {
  getProduct,
  listBestsellers,
  listCategoryProducts,
  listFeaturedProducts,
  listNewProducts,
  listProducts,
  searchProducts,
} from '#server/catalog/products.ts';
import { page } from '#server/http/operation.ts';
import { resource } from '#server/http/resource.ts';
import { pageQuery, product, productQuery, productSearch } from '#shared/schemas/product.ts';

const publicly = { access: 'anyone', cacheTag: 'products' } as const;
const shelf = z.array(product);

export default resource()
  .get(
    '/api/products',
    { ...publicly, summary: 'Products, filtered, sorted and paged', query: productQuery, returns: page(product) },
    listProducts,
  )
  .get('/api/products/featured', { ...publicly, summary: 'Featured products', returns: shelf }, listFeaturedProducts)
  .get('/api/products/new', { ...publicly, summary: 'New arrivals', returns: shelf }, listNewProducts)
  .get('/api/products/bestsellers', { ...publicly, summary: 'What sells best', returns: shelf }, listBestsellers)
  .get(
    '/api/products/search',
    { ...publicly, summary: 'Products by words', query: productSearch, returns: page(product) },
    searchProducts,
  )
  .get(
    '/api/products/category/:slug',
    { ...publicly, summary: 'Products of a category', query: pageQuery, returns: page(product) },
    listCategoryProducts,
  )
  .get('/api/products/:id', { ...publicly, summary: 'One product', returns: product }, getProduct).handler;

export const config: Config = { path: ['/api/products', '/api/products/*'] };
