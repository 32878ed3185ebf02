import type { Product } from './contract.ts';

/** What shoppers narrow lists of products down by. Nothing chosen: any. */
export interface ProductFilters {
  minPrice: number | null;
  maxPrice: number | null;
  /** Only what is stated to be nickel-free. */
  nickelFree: boolean;
  occasions: string[];
  colors: string[];
  sizes: string[];
}

type Filtered = Pick<Product, 'price' | 'isNickelFree' | 'occasions' | 'colors' | 'sizes'>;

/** Whether a product passes each filter, by its name. `list_products` and `search_products` say the same in SQL. */
export const PASSES = {
  /** Both limits included. */
  price: ({ price }: Pick<Filtered, 'price'>, { minPrice, maxPrice }: Pick<ProductFilters, 'minPrice' | 'maxPrice'>) =>
    price >= (minPrice ?? 0) && price <= (maxPrice ?? Number.POSITIVE_INFINITY),
  nickelFree: ({ isNickelFree }: Pick<Filtered, 'isNickelFree'>, { nickelFree }: Pick<ProductFilters, 'nickelFree'>) =>
    !nickelFree || isNickelFree === true,
  occasion: (product: Pick<Filtered, 'occasions'>, { occasions }: Pick<ProductFilters, 'occasions'>) =>
    occasions.length === 0 || hasOneOf(product.occasions, occasions),
  color: (product: Pick<Filtered, 'colors'>, { colors }: Pick<ProductFilters, 'colors'>) => comesIn(product.colors, colors),
  size: (product: Pick<Filtered, 'sizes'>, { sizes }: Pick<ProductFilters, 'sizes'>) => comesIn(product.sizes, sizes),
};

/** What comes without a choice passes whatever is wanted. */
function comesIn(offered: readonly string[], wanted: readonly string[]): boolean {
  return wanted.length === 0 || offered.length === 0 || hasOneOf(offered, wanted);
}

function hasOneOf(offered: readonly string[], wanted: readonly string[]): boolean {
  return wanted.some((value) => offered.includes(value));
}
