import type { Admin } from '#domain/accounts/contract.ts';
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

/**
 * Calls `use` with the time step of a typed code of the staff member's second factor, which `use` uses up in its own transaction.
 * @throws ApiError `validation_failed` at `code`, `too_many_requests`
 */
export type BySecondFactor = <Result>(code: string, use: (timeStep: number) => Promise<Result>) => Promise<Result>;

/** Where customers may pay to now, in the owner's order. */
export function listPayableAccounts(db: ShopDatabase): Promise<PayableAccount[]> {
  return callFunction(db, 'payable_accounts', {}, payableAccount.array());
}

/** All accounts. @throws ApiError `owner_only` */
export function listBankAccounts(db: ShopDatabase, staff: Admin): Promise<BankAccount[]> {
  return callFunction(db, 'list_bank_accounts', { actor: staff.id }, bankAccount.array());
}

/** Adds an account: customers see it after an hour, with a code at once. @throws ApiError `owner_only`, `validation_failed`; what `prove` throws */
export function addBankAccount(
  db: ShopDatabase,
  { code, ...fields }: NewBankAccount,
  staff: Admin,
  prove: BySecondFactor,
): Promise<BankAccount> {
  return withCode(code, prove, (time_step) =>
    callFunction(
      db,
      'save_bank_account',
      { account_id: null, fields: toColumns(fields), actor: staff.id, time_step },
      bankAccount,
    ),
  );
}

/**
 * Changes an account: customers see it after an hour, with a code at once.
 * @throws ApiError `owner_only`, `bank_account_not_found`, `edited_meanwhile`, `validation_failed`; what `prove` throws
 */
export function changeBankAccount(
  db: ShopDatabase,
  account: { id: string } & BankAccountEdit,
  staff: Admin,
  prove: BySecondFactor,
): Promise<BankAccount> {
  const { id, code, updatedAt, ...fields } = account;
  const args = { account_id: id, fields: toColumns(fields), actor: staff.id, expected_version: updatedAt };
  return withCode(code, prove, (time_step) => callFunction(db, 'save_bank_account', { ...args, time_step }, bankAccount));
}

/**
 * Lets customers see a change at once. Whoever took part in it needs their second factor.
 * @throws ApiError `owner_only`, `bank_account_not_found`, `edited_meanwhile`, `validation_failed`; what `prove` throws
 */
export function approveBankAccount(
  db: ShopDatabase,
  { id, code, updatedAt }: { id: string } & BankAccountApproval,
  staff: Admin,
  prove: BySecondFactor,
): Promise<BankAccount> {
  const args = { account_id: id, actor: staff.id, expected_version: updatedAt };
  return withCode(code, prove, (time_step) => callFunction(db, 'approve_bank_account', { ...args, time_step }, bankAccount));
}

/** Puts the accounts into an order. @throws ApiError `owner_only`, `edited_meanwhile` */
export function orderBankAccounts(db: ShopDatabase, ids: string[], staff: Admin): Promise<BankAccount[]> {
  return callFunction(db, 'order_bank_accounts', { ids, actor: staff.id }, bankAccount.array());
}

/** Deletes an account. @throws ApiError `owner_only`, `bank_account_not_found` */
export function deleteBankAccount(db: ShopDatabase, id: string, staff: Admin): Promise<BankAccount> {
  return callFunction(db, 'delete_bank_account', { account_id: id, actor: staff.id }, bankAccount);
}

function withCode<Result>(
  code: string | undefined,
  prove: BySecondFactor,
  use: (timeStep: number | null) => Promise<Result>,
): Promise<Result> {
  return code ? prove(code, use) : use(null);
}
