import type { PhotoColor } from '#shared/schemas/products.ts';

/** The entries whose photo and colour the product still has. */
export function fittingPhotoColors(entries: PhotoColor[], images: string[], colors: string[]): PhotoColor[] {
  return entries.filter(({ image, color }) => images.includes(image) && colors.includes(color));
}

/** The entries after a photo was said to show a colour, or none. */
export function withPhotoColor(entries: PhotoColor[], image: string, color: string): PhotoColor[] {
  const others = entries.filter((entry) => entry.image !== image);
  return color ? [...others, { image, color }] : others;
}
