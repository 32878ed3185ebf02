import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { asRecord } from '#browser/storage.ts';
import { type ProductSnapshot, parseProductSnapshot } from '#features/product-cards/product-snapshot.ts';

/** A product as it was when its heart was pressed. */
export interface Favorite extends ProductSnapshot {
  originalPrice: number | null;
}

/** Favorites, newest last. Kept in this browser and shared between its tabs. */
export const $favorites = safePersistentAtom<Favorite[]>('favorites_v1', [], parseFavorites);

/** Adds a product to the favorites, or takes it out. Gives whether it is one now. */
export function toggleFavorite(product: Favorite): boolean {
  const others = $favorites.get().filter(({ id }) => id !== product.id);
  const isNew = others.length === $favorites.get().length;
  $favorites.set(isNew ? [...others, product] : others);
  return isNew;
}

export function isFavorite(id: string): boolean {
  return $favorites.get().some((favorite) => favorite.id === id);
}

/** The favorites found in storage: what is unreadable or there twice is dropped, the rest survives. */
export function parseFavorites(found: unknown): Favorite[] {
  if (!Array.isArray(found)) return [];
  const favorites = found.map(parseFavorite).filter((favorite) => favorite !== undefined);
  return [...new Map(favorites.map((favorite) => [favorite.id, favorite])).values()];
}

/** A product written into the page or kept in storage, or undefined when it is not one. */
export function parseFavorite(found: unknown): Favorite | undefined {
  const product = parseProductSnapshot(found);
  const { originalPrice } = asRecord(found);
  return product && { ...product, originalPrice: typeof originalPrice === 'number' ? originalPrice : null };
}
