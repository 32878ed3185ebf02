import { type DiscountCode, type DiscountCodeEdit, discountCode, type NewDiscountCode } from '#domain/discounts/contract.ts';
import { callFunction, toColumns } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** All codes, the newest first, with the orders that have them. */
export function listDiscountCodes(db: ShopDatabase): Promise<DiscountCode[]> {
  return callFunction(db, 'list_discount_codes', {}, discountCode.array());
}

/** Adds a code. @throws ApiError `code_taken`, `validation_failed` */
export function addDiscountCode(db: ShopDatabase, fields: NewDiscountCode, actor: string): Promise<DiscountCode> {
  return callFunction(db, 'save_discount_code', { code_id: null, fields: toColumns(fields), actor }, discountCode);
}

/** Changes a code; orders that have it keep their price. @throws ApiError `code_not_found`, `code_taken`, `edited_meanwhile`, `validation_failed` */
export function changeDiscountCode(
  db: ShopDatabase,
  id: string,
  { updatedAt, ...fields }: DiscountCodeEdit,
  actor: string,
): Promise<DiscountCode> {
  return callFunction(
    db,
    'save_discount_code',
    { code_id: id, fields: toColumns(fields), actor, expected_version: updatedAt ?? null },
    discountCode,
  );
}
