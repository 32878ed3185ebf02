import { useEffect } from 'react';
import { useController } from 'react-hook-form';
import type { ProductFields } from './product-values.ts';

interface WornImages {
  isWorn: (image: string) => boolean;
  markWorn: (image: string, isWorn: boolean) => void;
}

/** Which photos of the product show it worn. Removing a photo from the form removes its mark. */
export function useWornImages(images: string[]): WornImages {
  const { field } = useController<ProductFields, 'wornImages'>({ name: 'wornImages' });
  const { onChange } = field;
  const marked = field.value ?? [];
  const worn = marked.filter((image) => images.includes(image));
  const isStale = worn.length < marked.length;

  useEffect(() => {
    if (isStale) onChange(worn);
  });

  return {
    isWorn: (image) => worn.includes(image),
    markWorn: (image, isWorn) => onChange([...worn.filter((other) => other !== image), ...(isWorn ? [image] : [])]),
  };
}
