/** Every list of products: any write may change what it contains and in which order. */
const PRODUCT_LISTS = 'products';
/** Every answer about one product; each has a tag of its own as well. */
const SINGLE_PRODUCTS = 'single-products';
const CATEGORIES = 'categories';

/** What the tags need of an answer. An item of a product that is no longer there has no id. */
interface AboutProduct {
  productId: string;
}
interface WithItems {
  items: readonly { productId?: string | null | undefined }[];
}
interface Exchange {
  items: readonly (AboutProduct & { wanted: AboutProduct | null })[];
}

export const settingsTags = () => ['settings'];

export const categoryTags = () => [CATEGORIES];

export const productListTags = () => [PRODUCT_LISTS];

export const singleProductTags = ({ id }: { id: string }) => [tagOf(id), SINGLE_PRODUCTS];

/** For a written product: itself, the lists, and the number of products in each category. */
export const productTags = ({ id }: { id: string }) => [tagOf(id), PRODUCT_LISTS, CATEGORIES];

/** For a row about a product: a review, a stock change. */
export const relatedProductTags = ({ productId }: AboutProduct) => [tagOf(productId), PRODUCT_LISTS];

/** For an added review: its product's rating changes. */
export const addedReviewTags = ({ review }: { review: AboutProduct }) => relatedProductTags(review);

/** For an order, purchase order or stock count that changed stock. */
export const orderedProductTags = (...orders: WithItems[]) => [
  ...new Set(orders.flatMap(({ items }) => items.flatMap(({ productId }) => (productId ? [tagOf(productId)] : [])))),
  PRODUCT_LISTS,
];

/** For a request that took pieces out of stock, or put them back: those that are wanted instead. */
export const exchangedTags = (...requests: Exchange[]) =>
  orderedProductTags(...requests.map(({ items }) => ({ items: items.map((item) => item.wanted ?? item) })));

/** The same for all requests that the page of an order shows. */
export const exchangedOnPageTags = ({ returns }: { returns?: { requests: readonly Exchange[] } | undefined }) =>
  exchangedTags(...(returns?.requests ?? []));

/** For an order whose items were changed: what it had, and what it has. */
export const changedItemsTags = ({ before, after }: { before: WithItems; after: WithItems }) => orderedProductTags(before, after);

/** For two orders that were merged: the one that has the pieces of both. */
export const mergedOrdersTags = ({ kept }: { kept: WithItems }) => orderedProductTags(kept);

/** For two orders of which the later one was cancelled: its pieces are back. */
export const cancelledTwinTags = ({ cancelled }: { cancelled: WithItems }) => orderedProductTags(cancelled);

/** For many orders, some of which were refused. */
export const manyOrdersTags = (outcomes: readonly { order: WithItems | null }[]) =>
  orderedProductTags(...outcomes.flatMap(({ order }) => order ?? []));

/** The products of all orders that were released. */
export const releasedOrdersTags = ({ released }: { released: readonly WithItems[] }) => orderedProductTags(...released);

/** Everything that shows products, which carry their category's slug. */
export const catalogTags = () => [CATEGORIES, PRODUCT_LISTS, SINGLE_PRODUCTS];

function tagOf(productId: string): string {
  return `product-${productId}`;
}
