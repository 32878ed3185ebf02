import * as z from 'zod';
import { noReturnReason } from '#domain/categories/contract.ts';
import { MAX_COLORS, MAX_PICKS, MAX_SIZES } from '#domain/limits.ts';
import { roundMoney } from '#domain/money.ts';
import { imageAddress } from '#domain/photos/image-address.ts';
import { line, text } from '#domain/text-fields.ts';
import { objectId } from '#domain/values.ts';
import { sku, variantEntries } from '#domain/variants/contract.ts';
import { expectedVersion } from '#domain/versions.ts';
import { factFields } from './fact-fields.ts';
import { NO_FACTS } from './facts.ts';

const DEFAULT_STOCK = 10;
const MAX_IMAGES = 20;

const price = z
  .number('Enter a number')
  .positive('Must be above 0')
  .max(10_000_000, 'At most 10,000,000')
  .refine((rupees) => roundMoney(rupees) === rupees, 'At most two decimals');

const stockQuantity = z.int('Must be a whole number').min(0, 'At least 0').max(100_000, 'At most 100,000');

/** Distinct names. */
function choices(maxLength: number, maxCount: number, tooMany: string) {
  return z.array(line(maxLength)).max(maxCount, tooMany).refine(areDistinct, 'Each of them only once');
}

/** The colour each photo shows. */
const photoColors = z
  .array(z.object({ image: imageAddress, color: line(50) }))
  .max(MAX_IMAGES, `At most ${MAX_IMAGES} photos`)
  .refine((entries) => areDistinct(entries.map(({ image }) => image)), 'Each photo shows one color');

/** The photos that show it worn. */
const wornImages = z
  .array(imageAddress)
  .max(MAX_IMAGES, `At most ${MAX_IMAGES} photos`)
  .refine(areDistinct, 'Each photo only once');

function areDistinct(names: string[]): boolean {
  return new Set(names.map((name) => name.toLowerCase())).size === names.length;
}

const required = {
  name: line(120),
  price,
  /** The slug of an existing category. */
  category: line(80),
  images: z.array(imageAddress).min(1, 'Required').max(MAX_IMAGES, `At most ${MAX_IMAGES} images`),
};

const optional = {
  originalPrice: price.nullable(),
  description: text(5000),
  material: text(200),
  ...factFields,
  noReturnReason,
  /** Set by staff. A product is in stock when this is on and there are pieces. */
  isAvailable: z.boolean(),
  isNew: z.boolean(),
  isFeatured: z.boolean(),
  stockQuantity,
  colors: choices(50, MAX_COLORS, `Maximum ${MAX_COLORS} colors allowed`),
  sizes: choices(20, MAX_SIZES, `Maximum ${MAX_SIZES} sizes allowed`),
  photoColors,
  wornImages,
  variants: variantEntries,
  /** For a product counted as a whole. */
  sku,
  /** Ids of what goes well with it, in the order in which pages show it. */
  goesWith: z.array(objectId).max(MAX_PICKS, `At most ${MAX_PICKS} pieces`).refine(areDistinct, 'Each of them only once'),
};

/** Older names of `isAvailable` and `isNew`. */
const aliases = { inStock: z.boolean().optional(), isNewProduct: z.boolean().optional() };

/** A new product. */
export const newProduct = z
  .object({ ...required, ...z.object(optional).partial().shape, ...aliases })
  .transform(({ inStock = true, isNewProduct = false, ...fields }) => ({
    originalPrice: null,
    description: '',
    material: '',
    ...NO_FACTS,
    noReturnReason: '',
    isAvailable: inStock,
    isNew: isNewProduct,
    isFeatured: false,
    ...(!fields.variants?.length && { stockQuantity: DEFAULT_STOCK }),
    colors: [],
    sizes: [],
    photoColors: [],
    wornImages: [],
    goesWith: [],
    ...given(fields),
  }))
  .refine(({ price, originalPrice }) => !originalPrice || originalPrice > price, {
    path: ['originalPrice'],
    message: 'Must be above the price',
  });

export type NewProduct = z.infer<typeof newProduct>;

const figures = z.object({ rating: z.number().min(0).max(5), reviewCount: z.int().min(0) }).partial();

/**
 * The changes to a product (`fields`), and the version and stock the editor saw. Without any field, `rating` and `reviewCount` ask for a
 * recount of the reviews; their values are ignored.
 */
export const productEdit = z
  .object({
    ...z.object({ ...required, ...optional }).partial().shape,
    ...aliases,
    ...figures.shape,
    updatedAt: expectedVersion.optional(),
    stockSeen: stockQuantity.optional(),
  })
  .refine(({ updatedAt: _, stockSeen: __, ...edit }) => Object.keys(given(edit)).length > 0, 'Nothing to change')
  .transform(({ updatedAt, stockSeen, rating: _, reviewCount: __, inStock, isNewProduct, ...fields }) => ({
    updatedAt,
    stockSeen,
    fields: given({ ...given({ isAvailable: inStock, isNew: isNewProduct }), ...given(fields) }),
  }));

export type ProductEdit = z.infer<typeof productEdit>;

/** The details of `stock_moved`: the stock as it is now, of a choice if pieces are counted by choices. */
export const stockMoved = z.object({ stockQuantity: z.int(), color: z.string().optional(), size: z.string().optional() });

/** Without undefined fields, so that spreading does not overwrite others with them. */
function given<Fields extends object>(fields: Fields): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
