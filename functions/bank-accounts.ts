import type { Config } from '@netlify/functions';
import * as z from 'zod';
import {
  bankAccount,
  bankAccountApproval,
  bankAccountEdit,
  bankAccountOrder,
  newBankAccount,
  payableAccount,
} from '#domain/payments/bank-accounts.ts';
import { bySecondFactor } from '#server/accounts/prove-again.ts';
import type { SignInRequest } from '#server/accounts/sign-in-staff.ts';
import type { SignedInStaff } from '#server/accounts/tokens.ts';
import { resource } from '#server/api/api.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import {
  addBankAccount,
  approveBankAccount,
  type BySecondFactor,
  changeBankAccount,
  deleteBankAccount,
  listBankAccounts,
  listPayableAccounts,
  orderBankAccounts,
} from '#server/payments/bank-accounts.ts';

const change = { access: 'staff', returns: bankAccount } as const;

export default resource('Where customers pay by transfer. Changes reach them after an hour, or when they are proved or approved.')
  .get(
    '/api/bank-accounts',
    { access: 'staff', right: 'manage_bank_accounts', summary: 'Bank accounts, and what waits', returns: z.array(bankAccount) },
    (call) => listBankAccounts(call.db, call.staff),
  )
  .get(
    '/api/bank-accounts/shown',
    { access: 'staff', right: 'none', summary: 'The accounts that customers may pay to now', returns: z.array(payableAccount) },
    ({ db }) => listPayableAccounts(db),
  )
  .post(
    '/api/bank-accounts',
    {
      ...change,
      right: 'manage_bank_accounts',
      summary: 'Adds a bank account; customers see it after an hour, with a code at once',
      body: newBankAccount,
      errors: ['too_many_requests'],
      status: 201,
      sendsMail: true,
    },
    (call) => addBankAccount(call.db, call.body, call.staff, proving(call)),
  )
  .put(
    '/api/bank-accounts/order',
    {
      access: 'staff',
      right: 'manage_bank_accounts',
      summary: 'Sets the order of all bank accounts',
      body: bankAccountOrder,
      errors: ['edited_meanwhile'],
      returns: z.array(bankAccount),
    },
    ({ db, body, staff }) => orderBankAccounts(db, body.ids, staff),
  )
  .put(
    '/api/bank-accounts/:id',
    {
      ...change,
      right: 'manage_bank_accounts',
      summary: 'Changes, shows or hides a bank account; customers see it after an hour, with a code at once',
      body: bankAccountEdit,
      errors: ['bank_account_not_found', 'edited_meanwhile', 'too_many_requests'],
      sendsMail: true,
    },
    (call) => changeBankAccount(call.db, { ...call.body, id: call.params.id }, call.staff, proving(call)),
  )
  .post(
    '/api/bank-accounts/:id/approval',
    {
      ...change,
      right: 'manage_bank_accounts',
      summary: 'Lets customers see a change at once; needs a code of whoever took part in it',
      body: bankAccountApproval,
      errors: ['bank_account_not_found', 'edited_meanwhile', 'too_many_requests'],
    },
    (call) => approveBankAccount(call.db, { ...call.body, id: call.params.id }, call.staff, proving(call)),
  )
  .delete(
    '/api/bank-accounts/:id',
    {
      ...change,
      right: 'manage_bank_accounts',
      summary: 'Deletes a bank account',
      errors: ['bank_account_not_found'],
      sendsMail: true,
    },
    ({ db, params, staff }) => deleteBankAccount(db, params.id, staff),
  ).handler;

function proving(call: SignInRequest & { db: ShopDatabase; staff: SignedInStaff }): BySecondFactor {
  return (code, use) => bySecondFactor(call.db, call.staff, code, call, use);
}

export const config: Config = { path: ['/api/bank-accounts', '/api/bank-accounts/*'] };
