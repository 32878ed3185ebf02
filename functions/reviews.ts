import type { Config } from '@netlify/functions';
import {
  photoVisibility,
  review,
  reviewAnswer,
  reviewEdit,
  reviewQuery,
  reviewVisibility,
  staffReview,
} from '#domain/reviews/contract.ts';
import { resource } from '#server/api/api.ts';
import { relatedProductTags } from '#server/http/cache-tags.ts';
import { page, perMinute } from '#server/http/operation.ts';
import { deleteReview, editReview } from '#server/reviews/edit-review.ts';
import {
  answerReview,
  listAllReviews,
  removeReviewPhoto,
  setPhotoVisibility,
  setReviewVisibility,
  textsOfReview,
} from '#server/reviews/moderate-review.ts';

const byAuthor = {
  access: 'author or staff',
  limit: perMinute(30),
  errors: ['review_not_found', 'not_your_review'],
  returns: review,
  purges: relatedProductTags,
} as const;

const PHOTO_OF_REVIEW = ['review_not_found', 'photo_not_found'] as const;

const moderated = { access: 'staff', errors: ['review_not_found'], returns: review, purges: relatedProductTags } as const;

export default resource('Reviews: edited by their authors, moderated by staff.')
  .get(
    '/api/reviews',
    {
      access: 'staff',
      right: 'moderate_reviews',
      summary: 'All reviews, newest first',
      query: reviewQuery,
      returns: page(staffReview),
    },
    ({ db, query }) => listAllReviews(db, query),
  )
  .put(
    '/api/reviews/:id/visibility',
    {
      ...moderated,
      right: 'moderate_reviews',
      summary: 'Shows a review or hides it',
      body: reviewVisibility,
      shows: { texts: async ({ db, params, body }) => (body.isPublished ? textsOfReview(db, params.id) : []) },
    },
    ({ db, params, body }) => setReviewVisibility(db, params.id, body),
  )
  .put(
    '/api/reviews/:id/answer',
    { ...moderated, right: 'moderate_reviews', summary: 'Answers a review in public', body: reviewAnswer, shows: ['answer'] },
    ({ db, params, body }) => answerReview(db, params.id, body),
  )
  .put(
    '/api/reviews/:id/photos/:photo/visibility',
    {
      ...moderated,
      right: 'moderate_reviews',
      errors: PHOTO_OF_REVIEW,
      summary: 'Shows a photo of a review or hides it',
      body: photoVisibility,
    },
    ({ db, params, body }) => setPhotoVisibility(db, params.id, params.photo, body.isShown),
  )
  .delete(
    '/api/reviews/:id/photos/:photo',
    { ...moderated, right: 'moderate_reviews', errors: PHOTO_OF_REVIEW, summary: 'Removes a photo of a review for good' },
    ({ db, params, waitUntil }) => removeReviewPhoto(db, params.id, params.photo, waitUntil),
  )
  .put(
    '/api/reviews/:id',
    {
      ...byAuthor,
      right: 'moderate_reviews',
      summary: 'Changes a review',
      body: reviewEdit,
      shows: ['comment'],
      incomplete: 'Please fill in all fields and select a rating',
    },
    ({ db, params, body, staff, editToken }) => editReview(db, params.id, body, { isStaff: staff !== null, editToken }),
  )
  .delete(
    '/api/reviews/:id',
    { ...byAuthor, right: 'moderate_reviews', summary: 'Deletes a review with its photos' },
    ({ db, params, staff, editToken, waitUntil }) =>
      deleteReview(db, params.id, { isStaff: staff !== null, editToken }, waitUntil),
  ).handler;

export const config: Config = { path: ['/api/reviews', '/api/reviews/*'] };
