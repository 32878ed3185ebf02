import { beforeEach, expect, test } from 'vitest';
import { $favorites, addFavorites, type Favorite, isFavorite, parseFavorites, toggleFavorite } from './favorites-store.ts';

const ring: Favorite = {
  id: 'a'.repeat(24),
  name: 'Halo Ring',
  category: 'rings',
  image: '/ring.webp',
  price: 1499,
  stockQuantity: 5,
  originalPrice: null,
};

beforeEach(() => $favorites.set([]));

test('pressing the heart adds the product, pressing it again removes it', () => {
  expect([toggleFavorite(ring), isFavorite(ring.id)]).toEqual([true, true]);
  expect([toggleFavorite(ring), isFavorite(ring.id)]).toEqual([false, false]);
});

test('what is added from a shared list joins one’s own, once and behind it', () => {
  const choker = { ...ring, id: 'b'.repeat(24), name: 'Choker' };
  toggleFavorite(ring);
  addFavorites([choker, { ...ring, price: 1 }]);
  expect($favorites.get()).toEqual([ring, choker]);
});

test('a product is a favorite once', () => {
  expect(parseFavorites([ring, ring])).toEqual([ring]);
});

test('unreadable favorites are dropped, the rest survives', () => {
  expect(parseFavorites([null, 'x', { id: 3 }, ring])).toEqual([ring]);
  expect(parseFavorites('broken')).toEqual([]);
});
