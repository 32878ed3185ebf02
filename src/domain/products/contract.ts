import * as z from 'zod';
import { flag, pageLimit, pageNumber, paging, sortOrder } from '#domain/lists.ts';
import { line, searchText } from '#domain/text-fields.ts';
import { objectId, rupees, timestamp } from '#domain/values.ts';
import { variant } from '#domain/variants/contract.ts';

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
  description: z.string(),
  material: z.string(),
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
  /** Of a product counted as a whole. */
  sku: z.string().nullable().default(null),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type Product = z.infer<typeof product>;

export const PRODUCT_SORT_KEYS = ['name', 'price', 'rating', 'createdAt', 'sold'] as const;

export type ProductSortKey = (typeof PRODUCT_SORT_KEYS)[number];

/** Every filter of the product list. Without any of them the list is the whole catalogue. */
export const productQuery = z.object({
  page: pageNumber.optional(),
  limit: pageLimit.optional(),
  category: line(80).optional(),
  search: searchText(200).optional(),
  inStock: flag.optional(),
  featured: flag.optional(),
  isNew: flag.optional(),
  sortBy: z.enum(PRODUCT_SORT_KEYS).optional(),
  sortOrder: sortOrder.optional(),
});

export type ProductQuery = z.infer<typeof productQuery>;

export const productSearch = z.object({ q: searchText(200).default(''), ...paging });

export type ProductSearch = z.infer<typeof productSearch>;
