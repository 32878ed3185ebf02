import type { PageQuery } from '#domain/lists.ts';
import { type NewReview, review } from '#domain/reviews/contract.ts';
import { getProduct } from '#server/catalog/products.ts';
import { callFunction, readPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { REVIEW_COLUMNS } from '#server/database/review-columns.ts';
import type { Network } from '#server/network.ts';
import { orderOfReviewLink } from '#server/review-link.ts';
import { hashOf, newToken } from '#server/secret-token.ts';
import { secrets } from '#server/secrets.ts';
import { leadsElsewhere } from '#server/settings/shown-contacts.ts';

/** Published reviews of a product, newest first. @throws ApiError `product_not_found` */
export async function listReviews(db: ShopDatabase, productId: string, paging: PageQuery) {
  await getProduct(db, productId);
  return readPage(
    () =>
      db
        .from('reviews')
        .select(REVIEW_COLUMNS, { count: 'exact' })
        .eq('product_id', productId)
        .is('is_published', true)
        .order('created_at', { ascending: false })
        .order('id'),
    paging,
    review,
  );
}

/**
 * Adds a review from this network. One that leads shoppers to another number, account or link than the shop's waits for staff. A token that is none counts as no token. Returns it with the author's edit token, which is never shown again.
 * @throws ApiError `product_not_found`, `validation_failed` for photos that were not kept
 */
export async function addReview(db: ShopDatabase, productId: string, { token, ...written }: NewReview, network: Network) {
  const editToken = newToken();
  const args = {
    product_id: productId,
    review: written,
    token_hash: hashOf(editToken),
    network: secrets.SHOP_RATE_LIMITS === 'off' ? null : hashOf(network),
    asked_order: orderOfReviewLink('review', token) ?? null,
    leads_elsewhere: await leadsElsewhere(db, [written.userName, written.comment]),
  };
  const added = await callFunction(db, 'add_review', args, review);
  return { review: added, editToken };
}
