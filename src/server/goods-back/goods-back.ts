import { type Inspection, type NewGoodsBack, receivingWork, returnedPieces } from '#domain/goods-back/contract.ts';
import { readOrderNumber } from '#domain/orders/order-number.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** What was sent of the order that a scanned code means, and what came back. @throws ApiError `nothing_scanned` */
export function findReturnedPieces(db: ShopDatabase, code: string) {
  return callFunction(db, 'returned_pieces', { code, order_number: readOrderNumber(code).toUpperCase() }, returnedPieces);
}

/** What waits to be counted, and to be inspected. */
export function listReceivingWork(db: ShopDatabase) {
  return callFunction(db, 'receiving_work', {}, receivingWork);
}

/** Receives pieces of an order, once. @throws ApiError `order_not_found`, `shipment_not_found`, `edited_meanwhile`, `nothing_came_back`, `idempotency_mismatch` */
export function receivePieces(db: ShopDatabase, counted: NewGoodsBack, actor: string) {
  return callFunction(db, 'receive_pieces', { counted, actor }, returnedPieces);
}

/** Decides about pieces that were to be inspected, once. @throws ApiError `goods_back_not_found`, `inspected_meanwhile`, `idempotency_mismatch` */
export function inspectPieces(db: ShopDatabase, id: string, decision: Inspection, actor: string) {
  return callFunction(db, 'inspect_pieces', { goods_back_id: id, decision, actor }, returnedPieces);
}
