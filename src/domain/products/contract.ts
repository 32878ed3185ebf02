import * as z from 'zod';
import { flag, pageLimit, pageNumber, paging, SORT_BY, SORT_ORDER, sortOrder } from '#domain/lists.ts';
import { line, searchText } from '#domain/text-fields.ts';
import { objectId, rupees, timestamp } from '#domain/values.ts';
import { variant } from '#domain/variants/contract.ts';
import { productFacts } from './fact-fields.ts';
import { OCCASIONS } from './occasions.ts';

/** A photo of a product and the colour it shows. */
export const photoColor = z.object({ image: z.string(), color: z.string() });

export type PhotoColor = z.infer<typeof photoColor>;

export const product = z.object({
  id: objectId,
  _id: objectId,
  name: z.string().default('Unnamed Product'),
  price: rupees,
  originalPrice: rupees.nullable(),
  category: z
    .string()
    .nullable()
    .transform((slug) => slug ?? 'uncategorized'),
  images: z.array(z.string()),
  /** Only for photos that staff assigned a colour. */
  photoColors: z.array(photoColor).default([]),
  /** Photos that show it worn, for scale. */
  wornImages: z.array(z.string()).default([]),
  description: z.string(),
  material: z.string(),
  ...productFacts.shape,
  inStock: z.boolean(),
  isAvailable: z.boolean(),
  isNew: z.boolean(),
  isFeatured: z.boolean(),
  stockQuantity: z.int(),
  rating: z.coerce.number(),
  reviewCount: z.int(),
  colors: z.array(z.string()),
  sizes: z.array(z.string()),
  /** The choices that pieces are counted by, as the product offers them; none where all pieces are counted together. */
  variants: z.array(variant).default([]),
  /** Why this piece is not taken back, whatever its category says. */
  noReturnReason: z.string().default(''),
  /** Why it is not taken back, by its own rule or its category's; empty when it is. */
  noReturns: z.string().default(''),
  /** Null unless the product is counted as a whole. */
  sku: z.string().nullable().default(null),
  /** Ids of what staff say goes well with it, as far as it is on sale. */
  goesWith: z.array(objectId).default([]),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type Product = z.infer<typeof product>;

export const PRODUCT_SORT_KEYS = ['name', 'price', 'rating', 'createdAt', 'sold'] as const;

export type ProductSortKey = (typeof PRODUCT_SORT_KEYS)[number];

const price = z.coerce.number('Enter a number').min(0, 'Not below 0').max(10_000_000, 'At most 10,000,000');

/** Values of a parameter that may be repeated. */
function several<Value extends z.ZodType>(value: Value) {
  return z.array(value).max(20, 'At most 20').optional();
}

/** Every filter of the product list. Without any of them the list is the whole catalogue. */
const productFilters = {
  category: line(80).optional().meta({ description: 'The slug of a category' }),
  search: searchText(200).optional().meta({ description: 'Part of what people know it by: a name, a number, a phone' }),
  exact: flag.optional().meta({ description: 'Only what has the words of the search themselves, not what they mean' }),
  inStock: flag.optional().meta({ description: 'Only what can be bought, or only what cannot' }),
  featured: flag.optional().meta({ description: 'Only featured products, or only others' }),
  isNew: flag.optional().meta({ description: 'Only new arrivals, or only others' }),
  minPrice: price.optional().meta({ description: 'The lowest price in rupees' }),
  maxPrice: price.optional().meta({ description: 'The highest price in rupees, included' }),
  nickelFree: flag.optional().meta({ description: 'Only what is stated to be nickel-free, or only others' }),
  occasion: several(z.enum(OCCASIONS)).meta({ description: 'What it is worn at or given for. Several: one of them' }),
  color: several(line(50)).meta({ description: 'A colour it comes in, or none at all to choose. Several: one of them' }),
  size: several(line(20)).meta({ description: 'A size it comes in, or none at all to choose. Several: one of them' }),
  sortBy: z.enum(PRODUCT_SORT_KEYS).optional().meta(SORT_BY),
  sortOrder: sortOrder.optional().meta(SORT_ORDER),
};

const pricesInOrder = ({ minPrice = 0, maxPrice = minPrice }: { minPrice?: number | undefined; maxPrice?: number | undefined }) =>
  maxPrice >= minPrice;
const PRICES_SWAPPED = { path: ['maxPrice'], message: 'Not below the lowest price' };

export const productQuery = z
  .object({ page: pageNumber.optional(), limit: pageLimit.optional(), ...productFilters })
  .refine(pricesInOrder, PRICES_SWAPPED);

/** The same for a list as a whole. */
export const wholeProductQuery = z.object(productFilters).refine(pricesInOrder, PRICES_SWAPPED);

export type ProductQuery = z.infer<typeof productQuery>;

/** More than anybody types; a text that was pasted by mistake is answered, too. */
const MAX_SEARCH = 400;

export const productSearch = z.object({
  q: searchText(MAX_SEARCH).default('').meta({ description: 'Words to look for' }),
  ...paging,
});

export type ProductSearch = z.infer<typeof productSearch>;
