import type { NewProduct } from '#shared/schemas/product-edit.ts';
import type { Product } from '#shared/schemas/products.ts';

/** What the form of a product is filled with. A new one has no price yet, and ten pieces. */
export type ProductValues = Omit<NewProduct, 'price'> & { price?: number };

export const BLANK: ProductValues = {
  name: '',
  category: '',
  images: [],
  originalPrice: null,
  description: '',
  material: '',
  isAvailable: true,
  isNew: false,
  isFeatured: false,
  stockQuantity: 10,
  colors: [],
  sizes: [],
  photoColors: [],
};

/** The fields of a product that staff may write. */
export function valuesOf(product: Product): NewProduct {
  const { name, price, originalPrice, category, stockQuantity, images } = product;
  const { description, material, isAvailable, isNew, isFeatured, colors, sizes, photoColors } = product;
  return {
    name,
    price,
    originalPrice,
    // What a product in no category is shown under is no category that can be sent.
    category: category === 'uncategorized' ? '' : category,
    stockQuantity,
    images,
    description,
    material,
    isAvailable,
    isNew,
    isFeatured,
    colors,
    sizes,
    photoColors,
  };
}

interface Required {
  name?: string | undefined;
  price?: number | undefined;
  category?: string | undefined;
  images?: string[] | undefined;
}

/** True while something is empty that a product cannot be saved without. */
export function isIncomplete({ name, price, category, images }: Required): boolean {
  return !name?.trim() || typeof price !== 'number' || !category || !images?.length;
}
