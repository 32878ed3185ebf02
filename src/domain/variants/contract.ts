import * as z from 'zod';
import { MAX_COLORS, MAX_SIZES } from '#domain/limits.ts';
import { line, typedLine } from '#domain/text-fields.ts';
import { objectId } from '#domain/values.ts';

/** A choice of a product whose pieces are counted on their own. Colour and size are empty where pieces are not counted by them. */
export const variant = z.object({
  id: objectId,
  color: z.string(),
  size: z.string(),
  sku: z.string(),
  stockQuantity: z.int(),
  inStock: z.boolean(),
});

export type Variant = z.infer<typeof variant>;

/** The number on a label: at most 40 capital letters, digits and `-._/`, not at its ends. */
export const sku = line(40)
  .overwrite((typed) => typed.toUpperCase())
  .regex(/^[A-Z0-9]([A-Z0-9._/-]*[A-Z0-9])?$/, 'Use letters, digits and - . _ /');

/** How staff name one variant of a product: by its choice or its SKU. Nothing is needed where pieces are counted as a whole. */
export const variantName = {
  color: typedLine(50).optional(),
  size: typedLine(20).optional(),
  sku: typedLine(40).optional(),
};

const pieces = z.int('Must be a whole number').min(0, 'At least 0').max(100_000, 'At most 100,000');

/**
 * The choices a product shall be counted by; none: as a whole. An edit keeps the pieces of a choice without `stockQuantity`; `stockSeen` is the
 * stock the editor saw.
 */
export const variantEntries = z
  .array(
    z.object({
      color: line(50).optional(),
      size: line(20).optional(),
      sku: sku.optional(),
      stockQuantity: pieces.optional(),
      stockSeen: pieces.optional(),
    }),
  )
  .max(MAX_COLORS * MAX_SIZES, `At most ${MAX_COLORS * MAX_SIZES}`)
  .superRefine((entries, { addIssue }) => {
    const [first] = entries;
    const seen = new Set<string>();
    for (const [index, { color, size }] of entries.entries()) {
      const complain = (field: 'color' | 'size', message: string) => addIssue({ code: 'custom', path: [index, field], message });
      const key = JSON.stringify([color, size]);
      if (!color && !size) complain('size', 'Name a color or a size');
      else if (!color !== !first?.color) complain('color', 'Count all of them alike');
      else if (!size !== !first?.size) complain('size', 'Count all of them alike');
      else if (seen.has(key)) complain(size ? 'size' : 'color', 'Each of them only once');
      seen.add(key);
    }
  });

export type VariantEntry = z.infer<typeof variantEntries>[number];
