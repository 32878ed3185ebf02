import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { invalid } from '#server/errors.ts';
import { orderOfReviewLink } from '#server/review-link.ts';

/** Never asks somebody for a review again, by the token of one of their mails. @throws ApiError `validation_failed` for a token that is none */
export async function stopReviewMails(db: ShopDatabase, token: string): Promise<void> {
  const orderId = orderOfReviewLink('stop', token);
  if (!orderId) throw invalid([{ path: 'token', message: 'It was cut or changed: open it from the mail once more' }]);
  await callFunction(db, 'refuse_review_mails', { order_id: orderId });
}
