import * as z from 'zod';
import { line, objectId, timestamp } from './common.ts';

export const category = z.object({
  id: objectId,
  _id: objectId,
  name: z.string(),
  slug: z.string(),
  image: z.string().nullable(),
  isActive: z.boolean(),
  /** Products on sale in it. */
  count: z.int(),
  order: z.int(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type Category = z.infer<typeof category>;

export const categorySlug = z.object({ slug: line(80) });
