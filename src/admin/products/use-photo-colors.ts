import { useEffect } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { fittingPhotoColors, withPhotoColor } from './photo-colors.ts';
import type { ProductFields } from './product-values.ts';

interface PhotoColors {
  /** The product's colours, to choose from. */
  colors: string[];
  colorOf: (image: string) => string;
  choose: (image: string, color: string) => void;
}

/** Which colour each photo of the product in the form around shows. What is taken out of the product is taken out here, too. */
export function usePhotoColors(images: string[]): PhotoColors {
  const { watch } = useFormContext<ProductFields>();
  const { field } = useController<ProductFields, 'photoColors'>({ name: 'photoColors' });
  const { onChange } = field;
  const entries = field.value ?? [];
  const colors = watch('colors') ?? [];
  const fitting = fittingPhotoColors(entries, images, colors);
  const isStale = fitting.length < entries.length;

  useEffect(() => {
    if (isStale) onChange(fitting);
  });

  return {
    colors,
    colorOf: (image) => fitting.find((entry) => entry.image === image)?.color ?? '',
    choose: (image, color) => onChange(withPhotoColor(fitting, image, color)),
  };
}
