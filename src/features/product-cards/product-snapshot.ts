import { asRecord } from '#browser/storage.ts';
import { MAX_LINE_QUANTITY } from '#shared/limits.ts';

/** A product as the cart and the favorites remember it, so that they can show it without asking anyone. */
export interface ProductSnapshot {
  id: string;
  name: string;
  category: string;
  image: string;
  price: number;
  /** Pieces in stock as last heard; 0 when it is no longer on sale. */
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

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
