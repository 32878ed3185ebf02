/** What whoever has the publishable key may read of the database, signed in or not: the only list of it. */
export const PUBLIC_CATALOGUE = [
  'categories',
  'categories_with_counts',
  'product_variants',
  'products',
  'reviews',
  'shop_settings',
];

/** Which rows of it everybody sees. */
export const SHOWN_ROWS: Record<string, string> = {
  categories: 'is_active',
  product_variants:
    'archived_at is null and exists (select from public.products p where p.id = product_id and p.archived_at is null)',
  products: 'archived_at is null',
  reviews: 'is_published',
  shop_settings: 'true',
};

/** What they may call with the owner's rights: they may know the order of bestsellers, what claims say and what is not taken
 * back, but not read the orders and hidden categories behind it. */
export const TRUSTED_FUNCTIONS = ['bestselling_products', 'claimed_figures', 'no_returns'];

/** What they may call. `sku`, `variants` and `no_returns` are columns of products. */
export const PUBLIC_FUNCTIONS = [...TRUSTED_FUNCTIONS, 'sku', 'variants'];
