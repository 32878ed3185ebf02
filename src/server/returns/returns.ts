import {
  type ReturnApproval,
  type ReturnQuery,
  type ReturnRefusal,
  type ReturnSettlement,
  returnCounts,
  returnRequest,
  returnRequestDetails,
} from '#domain/returns/contract.ts';
import { type ReturnAddressEdit, returnAddress } from '#domain/returns/return-address.ts';
import { callFunction, callPage, read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { currentSettings } from '#server/settings/settings.ts';

/** Requests, the latest first. */
export async function listReturns(db: ShopDatabase, query: ReturnQuery) {
  const { delivery } = await currentSettings(db);
  const { state, kind = null, orderId: order_id = null } = query;
  const filters = { state: state === 'open' ? null : (state ?? null), only_open: state === 'open', kind, order_id, delivery };
  return callPage(db, 'list_returns', filters, query, returnRequest);
}

/** How many requests are in each state. */
export function countReturns(db: ShopDatabase) {
  return callFunction(db, 'count_returns', {}, returnCounts);
}

/** A request with its history, by its id or number. @throws ApiError `return_not_found` */
export async function findReturn(db: ShopDatabase, id: string) {
  const { delivery } = await currentSettings(db);
  return callFunction(db, 'find_return', { request_id: id, delivery }, returnRequestDetails);
}

/**
 * Approves a request. The pieces of an exchange leave the stock, and become an order that what comes back pays for.
 * @throws ApiError `return_not_found`, `return_decided`, `edited_meanwhile`, `order_not_delivered`, `exchange_sold_out`, `refund_too_large`, `validation_failed`
 */
export async function approveReturn(db: ShopDatabase, id: string, { updatedAt, ...decision }: ReturnApproval, actor: string) {
  const { delivery } = await currentSettings(db);
  const args = { request_id: id, decision, delivery, actor, expected_version: updatedAt ?? null };
  return callFunction(db, 'approve_return', args, returnRequestDetails);
}

/** Declines a request. @throws ApiError `return_not_found`, `return_decided`, `edited_meanwhile`, `exchange_sent` */
export function declineReturn(db: ShopDatabase, id: string, { updatedAt, reason }: ReturnRefusal, actor: string) {
  const args = { request_id: id, reason, actor, expected_version: updatedAt ?? null };
  return callFunction(db, 'decline_return', args, returnRequestDetails);
}

/**
 * Books that what is left of a request was paid back, once.
 * @throws ApiError `return_not_found`, `return_decided`, `return_not_back`, `edited_meanwhile`, `order_not_delivered`, `refund_too_large`,
 * `idempotency_mismatch`, `validation_failed`
 */
export function settleReturn(
  db: ShopDatabase,
  id: string,
  { updatedAt, ...settlement }: ReturnSettlement,
  { actor, idempotencyKey }: { actor: string; idempotencyKey: string | null },
) {
  const args = { request_id: id, settlement, actor, idempotency_key: idempotencyKey, expected_version: updatedAt ?? null };
  return callFunction(db, 'settle_return', args, returnRequestDetails);
}

/** Where customers send pieces back to. */
export function readReturnAddress(db: ShopDatabase) {
  return read(db.from('return_address').select('*').single(), returnAddress);
}

/** Replaces the address, and notes who did. @throws ApiError `owner_only`, `edited_meanwhile` */
export function changeReturnAddress(db: ShopDatabase, { updatedAt, ...changed }: ReturnAddressEdit, actor: string) {
  return callFunction(db, 'change_return_address', { changed, expected_version: updatedAt ?? null, actor }, returnAddress);
}
