import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { asRecord } from '#browser/storage.ts';
import { type ProductSnapshot, parseProductSnapshot } from '#features/product-cards/product-snapshot.ts';

/** A product as it was when it became a favorite. */
export interface Favorite extends ProductSnapshot {
  originalPrice: number | null;
}

/** Favorites, newest last. Stored in this browser and shared between its tabs. */
export const $favorites = safePersistentAtom<Favorite[]>('favorites_v1', [], parseFavorites);

/** Adds or removes a favorite. Returns whether it is one now. */
export function toggleFavorite(product: Favorite): boolean {
  const others = $favorites.get().filter(({ id }) => id !== product.id);
  const isNew = others.length === $favorites.get().length;
  $favorites.set(isNew ? [...others, product] : others);
  return isNew;
}

/** Adds what is no favorite yet; those that are stay as they were saved. */
export function addFavorites(products: Favorite[]): void {
  $favorites.set([...$favorites.get(), ...products.filter(({ id }) => !isFavorite(id))]);
}

export function isFavorite(id: string): boolean {
  return $favorites.get().some((favorite) => favorite.id === id);
}

/** Parses stored favorites. Unreadable and duplicate ones are dropped, the rest survives. */
export function parseFavorites(found: unknown): Favorite[] {
  if (!Array.isArray(found)) return [];
  const favorites = found.map(parseFavorite).filter((favorite) => favorite !== undefined);
  return [...new Map(favorites.map((favorite) => [favorite.id, favorite])).values()];
}

/** A favorite from storage or from the page's markup; undefined when it is none. */
export function parseFavorite(found: unknown): Favorite | undefined {
  const product = parseProductSnapshot(found);
  const { originalPrice } = asRecord(found);
  return product && { ...product, originalPrice: typeof originalPrice === 'number' ? originalPrice : null };
}
