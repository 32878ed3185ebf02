import { LOW_STOCK } from '#domain/limits.ts';
import type { Product } from '#domain/products/contract.ts';
import type { StockLevelQuery } from '#domain/stock/contract.ts';
import { choiceName, pieceName } from '#domain/variants/choice-text.ts';
import type { Variant } from '#domain/variants/contract.ts';

/** A row of the inventory: a product counted as a whole, one choice of a product, or the product above its choices. */
export interface StockRow {
  id: string;
  kind: 'whole' | 'group' | 'choice';
  product: Product;
  /** Null unless the row is a choice. */
  variant: Variant | null;
  /** `2.6, Gold`; empty for a product. */
  choice: string;
  sku: string;
  stockQuantity: number;
  inStock: boolean;
}

/** The rows of a product: its own and, where pieces are counted by choices, one for each of them that fits the filters. */
export function stockRows(product: Product, { stock, search = '' }: Pick<StockLevelQuery, 'stock' | 'search'> = {}): StockRow[] {
  const { id, sku, stockQuantity, inStock, variants, name } = product;
  const own = { id, product, variant: null, choice: '', sku: sku ?? '', stockQuantity, inStock };
  if (variants.length === 0) return [{ ...own, kind: 'whole' }];
  const isNamed = name.toLowerCase().includes(search.toLowerCase());
  const fitting = variants.filter(
    (variant) =>
      (stock !== 'low' || variant.stockQuantity <= LOW_STOCK.warning) &&
      (stock !== 'out' || !variant.inStock) &&
      (isNamed || variant.sku.includes(search.toUpperCase())),
  );
  return [
    { ...own, kind: 'group' },
    ...(fitting.length > 0 ? fitting : variants).map((variant): StockRow => choiceRow(product, variant)),
  ];
}

export function choiceRow(product: Product, variant: Variant): StockRow {
  const { id, sku, stockQuantity, inStock } = variant;
  const choice = choiceName(variant);
  return { id: `${product.id}-${id}`, kind: 'choice', product, variant, choice, sku, stockQuantity, inStock };
}

/** What it is called: `Kundan Bangle (2.6, Gold)`. */
export function rowName({ product, variant }: Pick<StockRow, 'product' | 'variant'>): string {
  return pieceName(product.name, variant ?? {});
}
