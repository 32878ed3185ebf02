import { type NewAdvance, orderAdvance, type SeenTransfer, type TransferReason } from '#domain/advances/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** What was asked, sent and received of an order before delivery. @throws ApiError `order_not_found` */
export function readAdvance(db: ShopDatabase, orderId: string) {
  return callFunction(db, 'order_advance', { order_id: orderId }, orderAdvance);
}

/** Asks an advance, instead of the one before. @throws ApiError `order_not_found`, `order_left`, `validation_failed` */
export function askForAdvance(db: ShopDatabase, orderId: string, asked: NewAdvance, actor: string) {
  return callFunction(db, 'ask_for_advance', { order_id: orderId, asked, actor }, orderAdvance);
}

/** Asks no longer. @throws ApiError `order_not_found` */
export function endAdvance(db: ShopDatabase, orderId: string, actor: string) {
  return callFunction(db, 'end_advance', { order_id: orderId, actor }, orderAdvance);
}

/**
 * Books a transfer as it arrived, once per key.
 * @throws ApiError `order_not_found`, `transfer_not_found`, `transfer_decided`, `validation_failed`
 */
export function verifyTransfer(
  db: ShopDatabase,
  orderId: string,
  { transferId, ...seen }: SeenTransfer,
  { actor, idempotencyKey }: { actor: string; idempotencyKey: string | null },
) {
  const args = {
    order_id: orderId,
    seen: { ...seen, claimId: transferId ?? null },
    actor,
    idempotency_key: idempotencyKey,
  };
  return callFunction(db, 'verify_transfer', args, orderAdvance);
}

/** A transfer that nobody can find. @throws ApiError like `verifyTransfer` */
export function rejectTransfer(db: ShopDatabase, orderId: string, claimId: string, { reason }: TransferReason, actor: string) {
  return callFunction(db, 'reject_transfer', { order_id: orderId, claim_id: claimId, reason, actor }, orderAdvance);
}

/** Takes back what was booked by mistake. @throws ApiError like `verifyTransfer`, `advance_refunded` */
export function takeBackTransfer(db: ShopDatabase, orderId: string, claimId: string, { reason }: TransferReason, actor: string) {
  return callFunction(db, 'take_back_transfer', { order_id: orderId, claim_id: claimId, reason, actor }, orderAdvance);
}
