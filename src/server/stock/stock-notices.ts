import { type NoticeQuery, type NoticeRequest, stockNotice } from '#domain/stock-notices/contract.ts';
import { callFunction, callPage, run } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';

/**
 * Stores who wants to be told when a choice of a product is back, once; the answer does not tell whether it was asked before.
 * @throws ApiError `product_not_found`, `already_in_stock`, `too_many_notices`, `validation_failed` for a choice that pieces are counted by
 */
export async function addNotice(db: ShopDatabase, productId: string, notice: NoticeRequest): Promise<null> {
  await callFunction(db, 'add_stock_notice', { product_id: productId, notice });
  return null;
}

/** Who asked to be told, newest first. */
export function listNotices(db: ShopDatabase, { status, ...paging }: NoticeQuery) {
  return callPage(db, 'list_stock_notices', { status: status ?? null }, paging, stockNotice);
}

/** Notes that staff told a person by phone. @throws ApiError `notice_not_found`, `not_back_yet` */
export function markNotified(db: ShopDatabase, id: string) {
  return callFunction(db, 'mark_notice_told', { notice_id: id }, stockNotice);
}

/** Removes a notice. @throws ApiError `notice_not_found` */
export async function removeNotice(db: ShopDatabase, id: string): Promise<null> {
  if (!(await run(db.from('stock_notices').delete().eq('id', id).select('id').maybeSingle())))
    throw new ApiError('notice_not_found');
  return null;
}

/** Removes everything a person asked to be told, by the token of one of their mails. */
export async function stopNotices(db: ShopDatabase, token: string): Promise<void> {
  await callFunction(db, 'stop_stock_notices', { token });
}
