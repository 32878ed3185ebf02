import type * as z from 'zod';
import type { NewProduct, newProduct } from '#shared/schemas/product-edit.ts';
import type { Product } from '#shared/schemas/products.ts';

/** The product form's fields, as typed. */
export type ProductFields = z.input<typeof newProduct>;

/** What the form starts with: a new product has no price yet. */
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

/** The fields of a product that staff can edit. */
export function valuesOf(product: Product): NewProduct {
  const { name, price, originalPrice, category, stockQuantity, images } = product;
  const { description, material, isAvailable, isNew, isFeatured, colors, sizes, photoColors } = product;
  return {
    name,
    price,
    originalPrice,
    // The API shows `uncategorized` for none, but does not accept it.
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

/** True while a required field is empty. */
export function isIncomplete({ name, price, category, images }: Required): boolean {
  return !name?.trim() || typeof price !== 'number' || !category || !images?.length;
}
