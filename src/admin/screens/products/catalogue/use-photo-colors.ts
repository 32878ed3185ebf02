import { useEffect } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { PhotoColor } from '#domain/products/contract.ts';
import type { ProductFields } from './product-values.ts';

interface PhotoColors {
  /** The product's colours. */
  colors: string[];
  colorOf: (image: string) => string;
  choose: (image: string, color: string) => void;
}

/** The colour each photo of the product shows. Removing a photo or a colour from the form removes its entry. */
export function usePhotoColors(images: string[]): PhotoColors {
  const { watch } = useFormContext<ProductFields>();
  const { field } = useController<ProductFields, 'photoColors'>({ name: 'photoColors' });
  const { onChange } = field;
  const entries = field.value ?? [];
  const colors = watch('colors') ?? [];
  const valid = validPhotoColors(entries, images, colors);
  const isStale = valid.length < entries.length;

  useEffect(() => {
    if (isStale) onChange(valid);
  });

  return {
    colors,
    colorOf: (image) => valid.find((entry) => entry.image === image)?.color ?? '',
    choose: (image, color) => onChange(withPhotoColor(valid, image, color)),
  };
}

/** The entries whose photo and colour the product still has. */
export function validPhotoColors(entries: PhotoColor[], images: string[], colors: string[]): PhotoColor[] {
  return entries.filter(({ image, color }) => images.includes(image) && colors.includes(color));
}

/** The entries with a photo's colour changed; an empty colour removes its entry. */
export function withPhotoColor(entries: PhotoColor[], image: string, color: string): PhotoColor[] {
  const others = entries.filter((entry) => entry.image !== image);
  return color ? [...others, { image, color }] : others;
}
