import type { CartLine } from '#features/cart/cart-line.ts';
import { isProductId } from '#features/product-cards/product-snapshot.ts';

/** The fields of the product list by which a cart line is recognised. */
export interface ListedProduct {
  id: string;
  name: string;
  category: string;
  price: number;
}

export const LOCAL_ITEMS =
  'One or more items are not available for checkout yet. Please remove items added locally or try again later.';

export function allHaveProductIds(lines: CartLine[]): boolean {
  return lines.every(({ product }) => isProductId(product.id));
}

/**
 * Replaces ids that are not the shop's by looking the lines up in the product list: by exact name, category and price, else by
 * name, ignoring case. A line that is not found keeps its id.
 */
export function withProductIds(lines: CartLine[], listed: ListedProduct[]): CartLine[] {
  return lines.map((line) => {
    const id = isProductId(line.product.id) ? line.product.id : findListed(line.product, listed)?.id;
    return id ? { ...line, product: { ...line.product, id } } : line;
  });
}

function findListed({ name, category, price }: ListedProduct, listed: ListedProduct[]): ListedProduct | undefined {
  return (
    listed.find((product) => product.name === name && product.category === category && product.price === price) ??
    listed.find((product) => product.name.toLowerCase() === name.toLowerCase())
  );
}
