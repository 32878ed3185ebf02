/** A product with the choices it is counted by, which the database computes as columns. */
export const PRODUCT_COLUMNS = '*, variants, sku, no_returns, goes_with';
