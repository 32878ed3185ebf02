import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { pageQuery } from '#domain/lists.ts';
import { product, productQuery, productSearch } from '#domain/products/contract.ts';
import { newProduct, productEdit } from '#domain/products/edit.ts';
import { costedPiece, pieceCost } from '#domain/reports/profit.ts';
import { newReview, review, writtenReview } from '#domain/reviews/contract.ts';
import { PRODUCT_TEXTS } from '#domain/shown-texts/shown-fields.ts';
import { leftOver, stockLevelQuery } from '#domain/stock/contract.ts';
import { noticeRequest } from '#domain/stock-notices/contract.ts';
import { resource } from '#server/api/api.ts';
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
import { addedReviewTags, productListTags, productTags, singleProductTags } from '#server/http/cache-tags.ts';
import { page, perMinute } from '#server/http/operation.ts';
import { STOCK_ERRORS } from '#server/http/operation-errors.ts';
import { setPieceCost } from '#server/reports/read-profit.ts';
import { addReview, listReviews } from '#server/reviews/reviews.ts';
import { listLeftOver, listStockLevels } from '#server/stock/stock-levels.ts';
import { addNotice } from '#server/stock/stock-notices.ts';

const shown = { access: 'anyone', cacheTags: productListTags } as const;
const highlights = z.array(product);

export default resource('The catalogue’s products and their reviews.')
  .get(
    '/api/products',
    { ...shown, summary: 'Products, filtered, sorted and paged', query: productQuery, returns: page(product) },
    ({ db, query }) => listProducts(db, query),
  )
  .get('/api/products/featured', { ...shown, summary: 'Featured products', returns: highlights }, ({ db }) =>
    listFeaturedProducts(db),
  )
  .get('/api/products/new', { ...shown, summary: 'New arrivals', returns: highlights }, ({ db }) => listNewProducts(db))
  .get('/api/products/bestsellers', { ...shown, summary: 'What sells best', returns: highlights }, ({ db }) =>
    listBestsellers(db),
  )
  .get(
    '/api/products/search',
    { ...shown, summary: 'Searches products', query: productSearch, returns: page(product) },
    ({ db, query }) => searchProducts(db, query),
  )
  .get(
    '/api/products/category/:slug',
    { ...shown, summary: 'Products of a category', query: pageQuery, returns: page(product) },
    ({ db, params, query }) => listCategoryProducts(db, params.slug, query),
  )
  .get(
    '/api/products/stock',
    {
      access: 'staff',
      right: 'none',
      summary: 'Products with their stock levels',
      query: stockLevelQuery,
      returns: page(product),
    },
    ({ db, query }) => listStockLevels(db, query),
  )
  .get(
    '/api/products/left-over',
    {
      access: 'staff',
      right: 'none',
      summary: 'Pieces of choices that products no longer offer',
      query: pageQuery,
      returns: page(leftOver),
    },
    ({ db, query }) => listLeftOver(db, query),
  )
  .get(
    '/api/products/:id',
    { access: 'anyone', summary: 'One product', errors: ['product_not_found'], returns: product, cacheTags: singleProductTags },
    ({ db, params }) => getProduct(db, params.id),
  )
  .post(
    '/api/products',
    {
      access: 'staff',
      right: 'edit_products',
      summary: 'Adds a product with its opening stock',
      body: newProduct,
      shows: PRODUCT_TEXTS,
      incomplete: 'Please fill required fields (name, price, category, images).',
      failure: 'Failed to create product',
      errors: ['storage_unreachable'],
      status: 201,
      returns: product,
      purges: productTags,
    },
    ({ db, body, staff }) => createProduct(db, body, staff.id),
  )
  .put(
    '/api/products/:id',
    {
      access: 'anyone or staff',
      right: ['edit_products', 'change_prices'],
      summary: 'Edits a product (staff); with rating and reviewCount alone, counts its reviews again (anyone)',
      body: productEdit,
      shows: PRODUCT_TEXTS,
      limit: perMinute(120),
      failure: 'Failed to update product',
      errors: ['not_signed_in', 'edited_meanwhile', 'choice_in_stock', 'stock_moved', 'storage_unreachable', ...STOCK_ERRORS],
      returns: product,
      purges: productTags,
    },
    ({ db, params, body, staff }) => editProduct(db, params.id, body, staff?.id ?? null),
  )
  .delete(
    '/api/products/:id',
    {
      access: 'staff',
      right: 'edit_products',
      summary: 'Archives a product',
      errors: ['product_not_found'],
      returns: product,
      purges: productTags,
    },
    ({ db, params }) => archiveProduct(db, params.id),
  )
  .put(
    '/api/products/:id/cost',
    {
      access: 'staff',
      right: 'buy_stock',
      summary: 'Says what the pieces of a product cost; what shipped keeps its cost',
      body: pieceCost,
      errors: ['product_not_found'],
      returns: costedPiece,
    },
    ({ db, params, body }) => setPieceCost(db, params.id, body),
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
    ({ db, params, query }) => listReviews(db, params.id, query),
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
      purges: addedReviewTags,
    },
    ({ db, params, body, client }) => addReview(db, params.id, body, client.network),
  )
  .post(
    '/api/products/:id/notices',
    {
      access: 'anyone',
      summary: 'Asks to be told when a choice of a product is back in stock, by e-mail or by phone',
      body: noticeRequest,
      limit: perMinute(5),
      errors: ['product_not_found', 'already_in_stock', 'too_many_notices'],
      status: 201,
      returns: z.null(),
    },
    ({ db, params, body }) => addNotice(db, params.id, body),
  ).handler;

export const config: Config = { path: ['/api/products', '/api/products/*'] };
