import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { secondFactor } from '#domain/accounts/second-factor.ts';
import {
  type BankAccount,
  type BankAccountApproval,
  type BankAccountEdit,
  bankAccount,
  type NewBankAccount,
} from '#domain/payments/bank-accounts.ts';

const API = '/bank-accounts';

export const bankAccountsQuery = staffQuery(API, bankAccount.array());

/** Whether the owner who is signed in has a second factor. */
export const ownFactorQuery = staffQuery('/auth/admin/second-factor', secondFactor);

/** The fields of a form on an account. */
export function fieldsOf({ title, bankName, iban, raastId, isShown }: BankAccount): NewBankAccount {
  return { title, bankName, iban, raastId, isShown };
}

export function postAccount(body: NewBankAccount): Promise<BankAccount> {
  return callStaffApi('POST', API, { body, schema: bankAccount });
}

export function putAccount(id: string, body: BankAccountEdit): Promise<BankAccount> {
  return callStaffApi('PUT', `${API}/${id}`, { body, schema: bankAccount });
}

export function postApproval(id: string, body: BankAccountApproval): Promise<BankAccount> {
  return callStaffApi('POST', `${API}/${id}/approval`, { body, schema: bankAccount });
}

export function putAccountOrder(accounts: BankAccount[]): Promise<BankAccount[]> {
  return callStaffApi('PUT', `${API}/order`, { body: { ids: accounts.map(({ id }) => id) }, schema: bankAccount.array() });
}

export function deleteAccount(id: string): Promise<BankAccount> {
  return callStaffApi('DELETE', `${API}/${id}`, { schema: bankAccount });
}

/** The account as it is now. */
export async function fetchAccount(id: string): Promise<BankAccount> {
  const found = (await callStaffApi('GET', API, { schema: bankAccount.array() })).find((account) => account.id === id);
  if (!found) throw new Error('This bank account has been deleted');
  return found;
}
