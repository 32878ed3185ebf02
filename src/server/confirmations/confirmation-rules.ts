import { type ConfirmationRulesEdit, confirmationRules } from '#domain/confirmations/contract.ts';
import { callFunction, read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** What staff decided: which orders need no call, which only staff confirm, and whether others may go out. */
export function readRules(db: ShopDatabase) {
  return read(db.from('confirmation_rules').select('*').single(), confirmationRules);
}

/** Replaces the rules; they count for orders placed from then on. `actor` is the owner's id. @throws ApiError `owner_only`, `edited_meanwhile` */
export function changeRules(db: ShopDatabase, { updatedAt, ...rules }: ConfirmationRulesEdit, actor: string) {
  return callFunction(db, 'change_confirmation_rules', { rules, expected_version: updatedAt ?? null, actor }, confirmationRules);
}
