import type * as z from 'zod';
import type { Product } from '#domain/products/contract.ts';
import { type NewProduct, newProduct } from '#domain/products/edit.ts';
import { factsOf, NO_FACTS } from '#domain/products/facts.ts';
import { entriesOf } from './counted-choices.ts';

/** The product form: like a new product, and every choice that is counted has a number. */
export const productForm = newProduct.superRefine(({ variants = [] }, { addIssue }) => {
  for (const [index, { stockQuantity }] of variants.entries()) {
    if (stockQuantity === undefined)
      addIssue({ code: 'custom', path: ['variants', index, 'stockQuantity'], message: 'Enter the pieces there are' });
  }
});

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
  ...NO_FACTS,
  noReturnReason: '',
  isAvailable: true,
  isNew: false,
  isFeatured: false,
  stockQuantity: 10,
  colors: [],
  sizes: [],
  photoColors: [],
  wornImages: [],
  variants: [],
  goesWith: [],
};

/** The fields of a product that staff can edit. */
export function valuesOf(product: Product): NewProduct {
  const { name, price, originalPrice, category, stockQuantity, images, photoColors, wornImages } = product;
  const { description, material, isAvailable, isNew, isFeatured, colors, sizes, variants, sku, goesWith } = product;
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
    ...factsOf(product),
    noReturnReason: product.noReturnReason,
    isAvailable,
    isNew,
    isFeatured,
    colors,
    sizes,
    photoColors,
    wornImages,
    variants: entriesOf(variants),
    goesWith,
    ...(sku && { sku }),
  };
}

/** A new product as it is sent: the stock of one that is counted by choices is that of its choices. */
export function newProductOf(values: NewProduct): NewProduct {
  const { stockQuantity: _, variants = [], ...fields } = values;
  return variants.length === 0 ? values : { ...fields, variants: variants.map(({ stockSeen: _, ...entry }) => entry) };
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
