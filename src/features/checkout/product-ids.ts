import type { Product } from '#domain/products/contract.ts';
import type { CartLine } from '#features/cart/cart-line.ts';
import { isProductId } from '#features/product-cards/product-snapshot.ts';

/** The fields of the product list by which a cart line is recognised. */
type ListedProduct = Pick<Product, 'id' | 'name' | 'category' | 'price'>;

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

/** The current product list; empty when it cannot be loaded. */
export async function fetchListed(): Promise<ListedProduct[]> {
  try {
    const response = await fetch('/catalog.json');
    return response.ok ? (await response.json()).items : [];
  } catch (failure) {
    console.warn('The product list could not be loaded', failure);
    return [];
  }
}
