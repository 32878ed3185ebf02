import * as z from 'zod';
import type { TagsOf } from '#server/http/operation.ts';

/** Every list of products: any product may have come, gone or changed its place in it. */
const LISTS = 'products';
/** Every answer about one product; each has a tag of its own, too. */
const SINGLE = 'single-products';
const CATEGORIES = 'categories';

const identified = z.object({ id: z.string() });
const aboutProduct = z.object({ productId: z.string() });
const written = z.object({ review: aboutProduct });
const withItems = z.object({ items: z.array(z.object({ productId: z.string().nullish() })) });
const withOrder = z.object({ order: withItems.nullable() });

export const productLists: TagsOf = () => [LISTS];
export const oneProduct: TagsOf = (product) => [tagOf(identified.parse(product).id), SINGLE];
export const settings: TagsOf = () => ['settings'];

export const categories: TagsOf = () => [CATEGORIES];

/** A product that was written: itself, the lists, and how many a category has. */
export const writtenProduct: TagsOf = (product) => [tagOf(identified.parse(product).id), LISTS, CATEGORIES];

/** A review that was added: its product's rating. */
export const addedReview: TagsOf = (answer) => aboutOneProduct(written.parse(answer).review);

/** A review or a row of the stock ledger that was written. */
export const aboutOneProduct: TagsOf = (row) => [tagOf(aboutProduct.parse(row).productId), LISTS];

/** An order or a purchase order that moved stock. */
export const movedStock: TagsOf = (order) => [
  ...new Set(withItems.parse(order).items.flatMap(({ productId }) => (productId ? [tagOf(productId)] : []))),
  LISTS,
];

/** Orders of which some were changed and some refused. */
export const movedStockOfSome: TagsOf = (outcomes) => [
  ...new Set(
    z
      .array(withOrder)
      .parse(outcomes)
      .flatMap(({ order }) => (order ? movedStock(order) : [])),
  ),
];

/** Whatever shows a product: any of them may have changed. A category that was written is one reason, products carry its slug. */
export const everyProduct: TagsOf = () => [CATEGORIES, LISTS, SINGLE];

function tagOf(productId: string): string {
  return `product-${productId}`;
}
