/** What whoever has the publishable key may read of the database, signed in or not: the only list of it. */
export const PUBLIC_CATALOGUE = [
  'categories',
  'categories_with_counts',
  'product_picks',
  'product_variants',
  'products',
  'review_photos',
  'reviews',
  'shop_settings',
];

/** Which rows of it everybody sees. */
export const SHOWN_ROWS: Record<string, string> = {
  categories: 'is_active',
  product_picks:
    'exists (select from public.products p where p.id = product_id and p.archived_at is null) and exists (select from public.products p where p.id = pick_id and p.archived_at is null)',
  product_variants:
    'archived_at is null and exists (select from public.products p where p.id = product_id and p.archived_at is null)',
  products: 'archived_at is null',
  review_photos: 'is_shown and exists (select from public.reviews r where r.id = review_id and r.is_published)',
  reviews: 'is_published',
  shop_settings: 'true',
};

/** What they may call with the owner's rights: they may know the order of bestsellers, what is bought together, what claims say and what is not taken
 * back, but not read the orders and hidden categories behind it. */
export const TRUSTED_FUNCTIONS = ['bestselling_products', 'bought_together', 'claimed_figures', 'no_returns'];

/** What they may call. `goes_with`, `sku`, `variants` and `no_returns` are columns of products, `photos` is one of reviews. */
export const PUBLIC_FUNCTIONS = [...TRUSTED_FUNCTIONS, 'goes_with', 'photos', 'sku', 'variants'];
