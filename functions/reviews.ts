import type { Config } from '@netlify/functions';
import { aboutOneProduct } from '#server/catalog/cache-tags.ts';
import { page, perMinute } from '#server/http/operation.ts';
import { resource } from '#server/http/resource.ts';
import { deleteReview, editReview } from '#server/reviews/edit-review.ts';
import { answerReview, listAllReviews, setReviewVisibility } from '#server/reviews/moderate-review.ts';
import { review, reviewAnswer, reviewEdit, reviewQuery, reviewVisibility, staffReview } from '#shared/schemas/reviews.ts';

const theirs = {
  access: 'author or staff',
  limit: perMinute(30),
  errors: ['review_not_found', 'not_your_review'],
  returns: review,
  purges: aboutOneProduct,
} as const;

const moderated = { access: 'staff', errors: ['review_not_found'], returns: review, purges: aboutOneProduct } as const;

export default resource()
  .get(
    '/api/reviews',
    { access: 'staff', summary: 'All reviews, newest first', query: reviewQuery, returns: page(staffReview) },
    listAllReviews,
  )
  .put(
    '/api/reviews/:id/visibility',
    { ...moderated, summary: 'Shows a review or hides it', body: reviewVisibility },
    setReviewVisibility,
  )
  .put('/api/reviews/:id/answer', { ...moderated, summary: 'Answers a review in public', body: reviewAnswer }, answerReview)
  .put(
    '/api/reviews/:id',
    { ...theirs, summary: 'Changes a review', body: reviewEdit, incomplete: 'Please fill in all fields and select a rating' },
    editReview,
  )
  .delete('/api/reviews/:id', { ...theirs, summary: 'Deletes a review' }, deleteReview).handler;

export const config: Config = { path: ['/api/reviews', '/api/reviews/*'] };
