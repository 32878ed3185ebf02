import { createHash } from 'node:crypto';
import type { Product } from '#domain/products/contract.ts';

/** Pixels, as link previews show them whole. */
export const PICTURE = { width: 1200, height: 630 };

/** Raise it when the drawing changes (draw-picture.ts): previews and caches know a picture by its address alone. */
const DRAWING = 1;

/** What the picture for shared links shows of a product. */
export interface Shown {
  name: string;
  price: number;
  /** What it cost before; null when that was not more. */
  wasPrice: number | null;
  image: string | null;
  shop: string;
}

type Pictured = Pick<Product, 'id' | 'name' | 'price' | 'originalPrice' | 'images'>;

export function shownOf({ name, price, originalPrice, images }: Pictured, shop: string): Shown {
  return {
    name,
    price,
    wasPrice: originalPrice !== null && originalPrice > price ? originalPrice : null,
    image: images[0] ?? null,
    shop,
  };
}

/**
 * The path of a product's picture for shared links. It holds a hash of what the picture shows, so that an edit of it is another picture, which sites
 * fetch anew, and everything else leaves the picture as it was. `functions/share-pictures.ts` draws it when it is first asked for.
 */
export function sharePicturePath(product: Pictured, shop: string): string {
  const shown = JSON.stringify([DRAWING, shownOf(product, shop)]);
  return `/share/${product.id}/${createHash('sha256').update(shown).digest('base64url').slice(0, 10)}.jpg`;
}
