import type { Category } from '#domain/categories/contract.ts';
import type { Product } from '#domain/products/contract.ts';
import { OCCASIONS, type Occasion } from '#domain/products/occasions.ts';
import { type PriceRange, priceBorders, rangesBetween } from '#domain/products/price-ranges.ts';

/** So few pieces are seen at a glance: there is nothing to filter. */
export const SEEN_AT_A_GLANCE = 4;

/** Ways into a list: the occasions and prices that its filters offer. */
export interface Doors {
  occasions: Occasion[];
  prices: PriceRange[];
}

export interface MenuCategory extends Pick<Category, 'name' | 'slug' | 'image'> {
  doors: Doors;
}

/** What the menus of every page show. */
export interface ShopMenu {
  categories: MenuCategory[];
  /** Into the list of all pieces. */
  doors: Doors;
}

type Piece = Pick<Product, 'category' | 'price' | 'occasions'>;

export function menuOf(categories: Pick<Category, 'name' | 'slug' | 'image'>[], pieces: Piece[]): ShopMenu {
  const byCategory = Map.groupBy(pieces, ({ category }) => category);
  return {
    categories: categories.map(({ name, slug, image }) => ({ name, slug, image, doors: doorsInto(byCategory.get(slug) ?? []) })),
    doors: doorsInto(pieces),
  };
}

function doorsInto(pieces: Piece[]): Doors {
  if (pieces.length <= SEEN_AT_A_GLANCE) return { occasions: [], prices: [] };
  const worn = new Set(pieces.flatMap(({ occasions }) => occasions));
  return {
    occasions: OCCASIONS.filter((occasion) => worn.has(occasion)),
    prices: rangesBetween(priceBorders(pieces.map(({ price }) => price))),
  };
}
