import { LOW_STOCK } from '#shared/limits.ts';
import type { Product } from '#shared/schemas/products.ts';

/** Whether shoppers can buy it; red when few or none are left. */
export function StockBadge({ product: { inStock, stockQuantity } }: { product: Product }) {
  return (
    <span className={`badge ${stockQuantity <= LOW_STOCK.warning ? 'tone-stop' : inStock ? 'tone-done' : 'tone-plain'}`}>
      {inStock ? 'In Stock' : 'Out of Stock'}
    </span>
  );
}
