import * as z from 'zod';
import { honeypotFields, withoutHoneypot } from '#domain/honeypot.ts';
import { MAX_LENGTHS } from '#domain/limits.ts';
import { flag, paging } from '#domain/lists.ts';
import { line, optionalLine, requiredText, text } from '#domain/text-fields.ts';
import { objectId, photoId, timestamp } from '#domain/values.ts';

/** What shoppers may send with a review. */
export const MAX_REVIEW_PHOTOS = 3;

/** Pixels. Browsers make photos as small before they send them. */
export const MAX_REVIEW_PHOTO_SIDE = 1_600;

export const reviewPhoto = z.object({ id: photoId, address: z.string() });

export type ReviewPhoto = z.infer<typeof reviewPhoto>;

/** A photo that was uploaded for a review that is still being written. Where it lies is told when staff have approved it. */
export const uploadedReviewPhoto = reviewPhoto.pick({ id: true });

export type UploadedReviewPhoto = z.infer<typeof uploadedReviewPhoto>;

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
  /** The shop's public answer, or empty. */
  answer: z.string(),
  answeredAt: timestamp.nullable(),
  /** Its author has a delivered order of the product. */
  boughtHere: z.boolean(),
  /** It is shown, and counts, once staff have approved it. */
  awaitsStaff: z.boolean(),
  /** Those that are shown with it. */
  photos: z.array(reviewPhoto).default([]),
});

export type Review = z.infer<typeof review>;

const stars = z.int('Choose 1 to 5 stars').min(1, 'Required').max(5, 'Choose 1 to 5 stars');
const comment = requiredText(2000);

/** Ids of uploads, in the order in which they are shown. */
const photos = z
  .array(photoId)
  .max(MAX_REVIEW_PHOTOS, `At most ${MAX_REVIEW_PHOTOS} photos`)
  .refine((ids) => new Set(ids).size === ids.length, 'Each of them only once')
  .default([]);

/** With the phone or e-mail address of an order, which is compared and not kept, or with the token of a mail that asked for it, a buyer's review is marked. */
export const newReview = z
  .object({
    userName: line(80),
    rating: stars,
    comment,
    contact: optionalLine(MAX_LENGTHS.email),
    token: optionalLine(64),
    photos,
    ...honeypotFields,
  })
  .transform(withoutHoneypot);

export type NewReview = z.infer<typeof newReview>;

/** The token of the link in a mail that ends such mails. */
export const reviewMailStop = z.object({ token: line(64) });

/** A new review, and the token that lets its author edit it. The token is never shown again. */
export const writtenReview = z.object({ review, editToken: z.string() });

export const reviewEdit = z
  .object({ rating: stars, comment })
  .partial()
  .refine((edit) => Object.keys(edit).length > 0, 'Nothing to change');

export type ReviewEdit = z.infer<typeof reviewEdit>;

/** A photo as staff see it, who may hide it. */
export const staffReviewPhoto = reviewPhoto.extend({ isShown: z.boolean() });

export type StaffReviewPhoto = z.infer<typeof staffReviewPhoto>;

/** A review as staff see it, with its product; also hidden ones. */
export const staffReview = review.extend({
  isPublished: z.boolean(),
  productName: z.string(),
  productImage: z.string().nullable(),
  productIsOnSale: z.boolean(),
  /** Hidden ones, too. */
  photos: z.array(staffReviewPhoto),
});

export type StaffReview = z.infer<typeof staffReview>;

export const reviewQuery = z.object({
  ...paging,
  published: flag.optional().meta({ description: 'Only what shoppers see, or only what is hidden' }),
  rating: z.coerce
    .number()
    .int()
    .min(1, '1 to 5')
    .max(5, '1 to 5')
    .optional()
    .meta({ description: 'Only reviews with that many stars' }),
  answered: flag.optional().meta({ description: 'Only what the shop has answered, or has not' }),
  waiting: flag.optional().meta({ description: 'Only reviews that wait for staff, or only others' }),
});

export type ReviewQuery = z.infer<typeof reviewQuery>;

export const reviewVisibility = z.object({ isPublished: z.boolean('Required') });

export type ReviewVisibility = z.infer<typeof reviewVisibility>;

export const photoVisibility = z.object({ isShown: z.boolean('Required') });

/** The shop's public answer; an empty one takes it back. */
export const reviewAnswer = z.object({ answer: text(2000) });

export type ReviewAnswer = z.infer<typeof reviewAnswer>;
