import type { Admin } from '#domain/accounts/contract.ts';
import type { Proof } from '#domain/accounts/proof.ts';
import {
  type BankAccount,
  type BankAccountApproval,
  type BankAccountEdit,
  bankAccount,
  type NewBankAccount,
  type PayableAccount,
  payableAccount,
} from '#domain/payments/bank-accounts.ts';
import { callFunction, toColumns } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** What was proved: a code of a second factor lets customers see a change at once. */
type Proved = Proof | null;

/** Where customers may pay to now, in the owner's order. */
export function listPayableAccounts(db: ShopDatabase): Promise<PayableAccount[]> {
  return callFunction(db, 'payable_accounts', {}, payableAccount.array());
}

/** All accounts. @throws ApiError `owner_only` */
export function listBankAccounts(db: ShopDatabase, staff: Admin): Promise<BankAccount[]> {
  return callFunction(db, 'list_bank_accounts', { actor: staff.id }, bankAccount.array());
}

/** Adds an account: customers see it after an hour, by a second factor at once. @throws ApiError `owner_only`, `validation_failed` */
export function addBankAccount(db: ShopDatabase, fields: NewBankAccount, staff: Admin, proof: Proved): Promise<BankAccount> {
  const args = { account_id: null, fields: toColumns(fields), actor: staff.id, time_step: proof?.timeStep ?? null };
  return callFunction(db, 'save_bank_account', args, bankAccount);
}

/**
 * Changes an account: customers see it after an hour, by a second factor at once.
 * @throws ApiError `owner_only`, `bank_account_not_found`, `edited_meanwhile`, `validation_failed`
 */
export function changeBankAccount(
  db: ShopDatabase,
  { id, updatedAt, ...fields }: { id: string } & BankAccountEdit,
  staff: Admin,
  proof: Proved,
): Promise<BankAccount> {
  const args = { account_id: id, fields: toColumns(fields), actor: staff.id, expected_version: updatedAt };
  return callFunction(db, 'save_bank_account', { ...args, time_step: proof?.timeStep ?? null }, bankAccount);
}

/**
 * Lets customers see a change at once. Whoever took part in it needs their second factor.
 * @throws ApiError `owner_only`, `owner_too_new`, `bank_account_not_found`, `edited_meanwhile`, `validation_failed`
 */
export function approveBankAccount(
  db: ShopDatabase,
  { id, updatedAt }: { id: string } & BankAccountApproval,
  staff: Admin,
  proof: Proved,
): Promise<BankAccount> {
  const args = { account_id: id, actor: staff.id, expected_version: updatedAt, time_step: proof?.timeStep ?? null };
  return callFunction(db, 'approve_bank_account', args, bankAccount);
}

/** Puts the accounts into an order. @throws ApiError `owner_only`, `edited_meanwhile` */
export function orderBankAccounts(db: ShopDatabase, ids: string[], staff: Admin): Promise<BankAccount[]> {
  return callFunction(db, 'order_bank_accounts', { ids, actor: staff.id }, bankAccount.array());
}

/** Deletes an account. @throws ApiError `owner_only`, `bank_account_not_found` */
export function deleteBankAccount(db: ShopDatabase, id: string, staff: Admin): Promise<BankAccount> {
  return callFunction(db, 'delete_bank_account', { account_id: id, actor: staff.id }, bankAccount);
}
