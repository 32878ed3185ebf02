import type { Product } from '#domain/products/contract.ts';

type Stocked = Pick<Product, 'isAvailable' | 'stockQuantity' | 'variants'>;

/** The pieces left of a choice; what is not chosen may be anything. None when staff have switched the product off. */
export function leftOf({ isAvailable, stockQuantity, variants }: Stocked, { color = '', size = '' } = {}): number {
  if (!isAvailable) return 0;
  if (variants.length === 0) return stockQuantity;
  return variants
    .filter(
      (variant) => (!color || !variant.color || variant.color === color) && (!size || !variant.size || variant.size === size),
    )
    .reduce((sum, variant) => sum + variant.stockQuantity, 0);
}

/** The choice that pieces are counted by and that is not made yet. Without it the piece cannot be ordered. */
export function missingChoice({ variants }: Pick<Product, 'variants'>, { color, size }: { color: string; size: string }) {
  if (!size && variants.some((variant) => variant.size)) return 'size';
  return !color && variants.some((variant) => variant.color) ? 'color' : undefined;
}
