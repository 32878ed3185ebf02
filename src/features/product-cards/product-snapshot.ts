import { asRecord, isText } from '#browser/storage.ts';
import { MAX_LINE_QUANTITY } from '#domain/limits.ts';
import type { Product } from '#domain/products/contract.ts';

/** A product as the cart and favorites store it, so that they can show it without the API. */
export interface ProductSnapshot extends Pick<Product, 'id' | 'name' | 'category' | 'price'> {
  image: string;
  /** Stock as last known; 0 when it is no longer on sale. */
  stockQuantity: number;
}

/** A product from storage or from the page's markup; undefined when it cannot be sold from. */
export function parseProductSnapshot(found: unknown): ProductSnapshot | undefined {
  const { id, name, category, image, price, stockQuantity } = asRecord(found);
  if (!isText(id) || !isText(name) || typeof price !== 'number' || !(price >= 0)) return undefined;
  return {
    id,
    name,
    category: isText(category) ? category : '',
    image: isText(image) ? image : '',
    price,
    stockQuantity: typeof stockQuantity === 'number' && stockQuantity >= 0 ? stockQuantity : MAX_LINE_QUANTITY,
  };
}

/** Whether an id is one of the shop's: 24 hexadecimal characters. */
export function isProductId(id: string): boolean {
  return /^[0-9a-f]{24}$/i.test(id);
}
