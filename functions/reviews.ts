import type { Config } from '@netlify/functions';
import { aboutOneProduct } from '#server/catalog/cache-tags.ts';
import { perMinute } from '#server/http/operation.ts';
import { resource } from '#server/http/resource.ts';
import { deleteReview, editReview } from '#server/reviews/edit-review.ts';
import { review, reviewEdit } from '#shared/schemas/review.ts';

const theirs = { access: 'author or staff', limit: perMinute(30), returns: review, purges: aboutOneProduct } as const;

export default resource()
  .put(
    '/api/reviews/:id',
    { ...theirs, summary: 'Changes a review', body: reviewEdit, incomplete: 'Please fill in all fields and select a rating' },
    editReview,
  )
  .delete('/api/reviews/:id', { ...theirs, summary: 'Deletes a review' }, deleteReview).handler;

export const config: Config = { path: '/api/reviews/*' };
