import { callFunction } from '#server/database/calls.ts';
import type { StaffCall } from '#server/http/operation.ts';
import type { StockAdjustment } from '#shared/schemas/stock.ts';

/** Changes one product's stock by hand. @throws ApiError 404 `product_not_found`, 409 `not_enough_stock` */
export function adjustStock({ db, body, staff }: StaffCall<StockAdjustment>) {
  return callFunction(db, 'adjust_stock', {
    product_id: body.productId,
    kind: body.transactionType,
    pieces: body.quantity,
    notes: body.notes,
    actor: staff.id,
  });
}
