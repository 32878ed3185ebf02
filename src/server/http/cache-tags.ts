import * as z from 'zod';
import type { TagsOf } from './operation.ts';

/** Every list of products: any write may change what it contains and in which order. */
const PRODUCT_LISTS = 'products';
/** Every answer about one product; each has a tag of its own as well. */
const SINGLE_PRODUCTS = 'single-products';
const CATEGORIES = 'categories';

const product = z.object({ id: z.string() });
const aboutProduct = z.object({ productId: z.string() });
const addedReview = z.object({ review: aboutProduct });
const withItems = z.object({ items: z.array(z.object({ productId: z.string().nullish() })) });
const withOrder = z.object({ order: withItems.nullable() });

export const settingsTags: TagsOf = () => ['settings'];

export const categoryTags: TagsOf = () => [CATEGORIES];

export const productListTags: TagsOf = () => [PRODUCT_LISTS];

export const singleProductTags: TagsOf = (data) => [tagOf(product.parse(data).id), SINGLE_PRODUCTS];

/** For a written product: itself, the lists, and the number of products in each category. */
export const productTags: TagsOf = (data) => [tagOf(product.parse(data).id), PRODUCT_LISTS, CATEGORIES];

/** For a row about a product: a review, a stock change. */
export const relatedProductTags: TagsOf = (data) => [tagOf(aboutProduct.parse(data).productId), PRODUCT_LISTS];

/** For an added review: its product's rating changes. */
export const addedReviewTags: TagsOf = (data) => relatedProductTags(addedReview.parse(data).review);

/** For an order, purchase order or stock count that changed stock. */
export const orderedProductTags: TagsOf = (order) => [
  ...new Set(withItems.parse(order).items.flatMap(({ productId }) => (productId ? [tagOf(productId)] : []))),
  PRODUCT_LISTS,
];

const ofExchange = z.object({
  items: z.array(z.object({ productId: z.string(), wanted: z.object({ productId: z.string() }).nullable() })),
});

/** For a request that took pieces out of stock, or put them back: those that are wanted instead. */
export const exchangedTags: TagsOf = (request) => {
  const { items } = ofExchange.parse(request);
  return orderedProductTags({
    items: items.map(({ productId, wanted }) => ({ productId: (wanted ?? { productId }).productId })),
  });
};

/** The same for all requests that the page of an order shows. */
export const exchangedOnPageTags: TagsOf = (page) => {
  const { returns } = z.object({ returns: z.object({ requests: z.array(ofExchange) }).optional() }).parse(page);
  return [...new Set((returns?.requests ?? []).flatMap(exchangedTags))];
};

const withDifference = z.object({ before: withItems, after: withItems });

/** For an order whose items were changed: what it had, and what it has. */
export const changedItemsTags: TagsOf = (change) => {
  const { before, after } = withDifference.parse(change);
  return orderedProductTags({ items: [...before.items, ...after.items] });
};

/** For two orders that were merged: the one that has the pieces of both. */
export const mergedOrdersTags: TagsOf = (merge) => orderedProductTags(z.object({ kept: z.unknown() }).parse(merge).kept);

/** For many orders, some of which were refused. */
export const manyOrdersTags: TagsOf = (outcomes) => [
  ...new Set(
    z
      .array(withOrder)
      .parse(outcomes)
      .flatMap(({ order }) => (order ? orderedProductTags(order) : [])),
  ),
];

/** The products of all orders that were released. */
export const releasedOrdersTags: TagsOf = (answer) => [
  ...new Set(
    z
      .object({ released: z.array(z.unknown()) })
      .parse(answer)
      .released.flatMap(orderedProductTags),
  ),
];

/** Everything that shows products, which carry their category's slug. */
export const catalogTags: TagsOf = () => [CATEGORIES, PRODUCT_LISTS, SINGLE_PRODUCTS];

function tagOf(productId: string): string {
  return `product-${productId}`;
}
