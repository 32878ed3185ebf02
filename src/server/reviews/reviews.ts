import { getProduct } from '#server/catalog/products.ts';
import { callFunction, readPage } from '#server/database/calls.ts';
import type { Call } from '#server/http/operation.ts';
import { hashOf, newToken } from '#server/secret-token.ts';
import type { PageQuery } from '#shared/schemas/products.ts';
import type { NewReview } from '#shared/schemas/reviews.ts';

type OneProduct = { id: string };

/** Reviews of a product, newest first. @throws ApiError 404 `product_not_found` */
export async function listReviews(call: Call<unknown, PageQuery, OneProduct>) {
  const { db, params, query } = call;
  await getProduct(call);
  return readPage(
    () =>
      db
        .from('reviews')
        .select('*', { count: 'exact' })
        .eq('product_id', params.id)
        .is('is_published', true)
        .order('created_at', { ascending: false })
        .order('id'),
    query,
  );
}

/** Adds a review. Answers with it and the token its author may edit it with, which is told this once. @throws ApiError 404 `product_not_found` */
export async function addReview({ db, params, body }: Call<NewReview, unknown, OneProduct>) {
  const editToken = newToken();
  const review = await callFunction(db, 'add_review', {
    product_id: params.id,
    review: body,
    token_hash: hashOf(editToken),
  });
  return { review, editToken };
}
