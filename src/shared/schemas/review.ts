import * as z from 'zod';
import { objectId, timestamp } from './common.ts';

export const review = z.object({
  id: objectId,
  _id: objectId,
  productId: objectId,
  userId: z.string(),
  userName: z.string(),
  rating: z.int().min(1).max(5),
  comment: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp.nullable(),
});

export type Review = z.infer<typeof review>;
