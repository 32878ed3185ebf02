import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { addedReview, oneProduct, productLists, writtenProduct } from '#server/catalog/cache-tags.ts';
import { archiveProduct, createProduct, editProduct } from '#server/catalog/edit-product.ts';
import {
  getProduct,
  listBestsellers,
  listCategoryProducts,
  listFeaturedProducts,
  listNewProducts,
  listProducts,
  searchProducts,
} from '#server/catalog/products.ts';
import { page, perMinute } from '#server/http/operation.ts';
import { STOCK_ERRORS } from '#server/http/operation-errors.ts';
import { resource } from '#server/http/resource.ts';
import { addReview, listReviews } from '#server/reviews/reviews.ts';
import { listShelves } from '#server/stock/list-stock-levels.ts';
import { newProduct, productEdit } from '#shared/schemas/product-edit.ts';
import { pageQuery, product, productQuery, productSearch } from '#shared/schemas/products.ts';
import { newReview, review, writtenReview } from '#shared/schemas/reviews.ts';
import { shelfQuery } from '#shared/schemas/stock.ts';

const shown = { access: 'anyone', cacheTags: productLists } as const;
const shelf = z.array(product);

export default resource()
  .get(
    '/api/products',
    { ...shown, summary: 'Products, filtered, sorted and paged', query: productQuery, returns: page(product) },
    listProducts,
  )
  .get('/api/products/featured', { ...shown, summary: 'Featured products', returns: shelf }, listFeaturedProducts)
  .get('/api/products/new', { ...shown, summary: 'New arrivals', returns: shelf }, listNewProducts)
  .get('/api/products/bestsellers', { ...shown, summary: 'What sells best', returns: shelf }, listBestsellers)
  .get(
    '/api/products/search',
    { ...shown, summary: 'Products by words', query: productSearch, returns: page(product) },
    searchProducts,
  )
  .get(
    '/api/products/category/:slug',
    { ...shown, summary: 'Products of a category', query: pageQuery, returns: page(product) },
    listCategoryProducts,
  )
  .get(
    '/api/products/stock',
    { access: 'staff', summary: 'Products by what is on the shelves', query: shelfQuery, returns: page(product) },
    listShelves,
  )
  .get(
    '/api/products/:id',
    { access: 'anyone', summary: 'One product', errors: ['product_not_found'], returns: product, cacheTags: oneProduct },
    getProduct,
  )
  .post(
    '/api/products',
    {
      access: 'staff',
      summary: 'Adds a product with its opening stock',
      body: newProduct,
      incomplete: 'Please fill required fields (name, price, category, images).',
      failure: 'Failed to create product',
      errors: ['storage_unreachable'],
      status: 201,
      returns: product,
      purges: writtenProduct,
    },
    createProduct,
  )
  .put(
    '/api/products/:id',
    {
      access: 'anyone or staff',
      summary: 'Edits a product (staff); with rating and reviewCount alone, counts its reviews again (anyone)',
      body: productEdit,
      limit: perMinute(120),
      failure: 'Failed to update product',
      errors: ['not_signed_in', 'edited_meanwhile', 'stock_moved', 'storage_unreachable', ...STOCK_ERRORS],
      returns: product,
      purges: writtenProduct,
    },
    editProduct,
  )
  .delete(
    '/api/products/:id',
    { access: 'staff', summary: 'Archives a product', errors: ['product_not_found'], returns: product, purges: writtenProduct },
    archiveProduct,
  )
  .get(
    '/api/products/:id/reviews',
    {
      access: 'anyone',
      summary: 'Reviews of a product, newest first',
      query: pageQuery,
      errors: ['product_not_found'],
      returns: page(review),
    },
    listReviews,
  )
  .post(
    '/api/products/:id/reviews',
    {
      access: 'anyone',
      summary: 'Writes a review; the token that comes with it edits it',
      body: newReview,
      incomplete: 'Please fill in all fields and select a rating',
      limit: perMinute(5),
      errors: ['product_not_found'],
      status: 201,
      returns: writtenReview,
      purges: addedReview,
    },
    addReview,
  ).handler;

export const config: Config = { path: ['/api/products', '/api/products/*'] };
