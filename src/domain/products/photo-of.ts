import type { Product } from './contract.ts';

/**
 * The photo that shows a product in a colour: the first one of that colour, else the first of all. Takes no colour where none is chosen. Undefined only
 * without photos. `shop.photo_of` in the database does the same.
 */
export function photoOf(
  { images, photoColors }: Pick<Product, 'images' | 'photoColors'>,
  color?: string | null,
): string | undefined {
  return images.find((photo) => photoColors.some((entry) => entry.image === photo && entry.color === color)) ?? images[0];
}
