import * as z from 'zod';
import { imageAddress } from '#domain/photos/image-address.ts';
import { comparedText, line, typedLine } from '#domain/text-fields.ts';
import { objectId, timestamp } from '#domain/values.ts';
import { expectedVersion } from '#domain/versions.ts';

export const category = z.object({
  id: objectId,
  _id: objectId,
  name: z.string(),
  slug: z.string(),
  /** Slugs that it had: they lead to it. */
  oldSlugs: z.array(z.string()).default([]),
  image: z.string().nullable(),
  /** One sentence below its headline; may be empty. */
  description: z.string().default(''),
  isActive: z.boolean(),
  /** Products on sale in it. */
  count: z.int(),
  order: z.int(),
  /** Why its pieces are not taken back: `for hygiene`. Empty when they are. */
  noReturnReason: z.string().default(''),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type Category = z.infer<typeof category>;

/** A name as part of an address: `Bridal Sets` is `bridal-sets`. Empty for a name without Latin letters or digits. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
}

const categoryName = line(80, 'Name is required', 'Name is required');
/** Normalised as typed; empty counts as left out. */
const slug = comparedText(80).overwrite(slugOf);
const image = z
  .union([imageAddress, z.literal('')])
  .nullable()
  .transform((address) => address || null);

const description = typedLine(200);

/** Why pieces are not taken back; empty when they are. */
export const noReturnReason = typedLine(60);

/** `count` is accepted for old callers and ignored: products are counted. */
export const newCategory = z
  .object({
    name: categoryName,
    slug: slug.default(''),
    image: image.default(null),
    description: description.default(''),
    noReturnReason: noReturnReason.default(''),
    count: z.number().optional(),
  })
  .transform(({ count: _, slug, ...fields }) => ({ ...fields, slug: slug || slugOf(fields.name) }))
  .refine(({ slug }) => slug !== '', { path: ['slug'], message: 'Use letters from a to z or digits' });

export type NewCategory = z.infer<typeof newCategory>;

/** The changes to a category, and the version the editor saw. */
export const categoryEdit = z
  .object({ name: categoryName, slug, image, description, noReturnReason, count: z.number(), updatedAt: expectedVersion })
  .partial()
  .transform(({ updatedAt, name, slug, image, description, noReturnReason }) => ({
    updatedAt,
    fields: {
      ...(name !== undefined && { name }),
      ...(slug && { slug }),
      ...(image !== undefined && { image }),
      ...(description !== undefined && { description }),
      ...(noReturnReason !== undefined && { noReturnReason }),
    },
  }))
  .refine(({ fields }) => Object.keys(fields).length > 0, 'Nothing to change');

export type CategoryEdit = z.infer<typeof categoryEdit>;

const place = z.object({
  id: objectId,
  order: z.int('Enter a whole number').min(0, 'At least 0').max(100_000, 'At most 100,000'),
});

export const categoryOrder = z.object({
  categories: z
    .array(place)
    .min(1, 'Required')
    .max(500, 'At most 500 categories')
    .refine((places) => new Set(places.map(({ id }) => id)).size === places.length, 'Each category only once'),
});

export type CategoryOrder = z.infer<typeof categoryOrder>;
