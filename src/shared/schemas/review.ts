import * as z from 'zod';
import { line, objectId, text, timestamp } from './common.ts';

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

const stars = z.int('Choose 1 to 5 stars').min(1, 'Required').max(5, 'Choose 1 to 5 stars');
const comment = text(2000).min(1, 'Required');

export const newReview = z.object({ userName: line(80), rating: stars, comment });

export type NewReview = z.infer<typeof newReview>;

/** A review just written, and the token with which its author may change or delete it. It is told this once. */
export const writtenReview = z.object({ review, editToken: z.string() });

export const reviewEdit = z
  .object({ rating: stars, comment })
  .partial()
  .refine((edit) => Object.keys(edit).length > 0, 'Nothing to change');

export type ReviewEdit = z.infer<typeof reviewEdit>;
