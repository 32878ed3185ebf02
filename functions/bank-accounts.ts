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
import { resource } from '#server/api/api.ts';
import {
  addBankAccount,
  approveBankAccount,
  changeBankAccount,
  deleteBankAccount,
  listBankAccounts,
  listPayableAccounts,
  orderBankAccounts,
} from '#server/payments/bank-accounts.ts';

const change = { access: 'staff', right: 'manage_bank_accounts', proof: true, returns: bankAccount } as const;

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
      summary: 'Adds a bank account; customers see it after an hour, by a second factor at once',
      body: newBankAccount,
      status: 201,
      sendsMail: true,
    },
    ({ db, body, staff, proof }) => addBankAccount(db, body, staff, proof),
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
      summary: 'Changes, shows or hides a bank account; customers see it after an hour, by a second factor at once',
      body: bankAccountEdit,
      errors: ['bank_account_not_found', 'edited_meanwhile'],
      sendsMail: true,
    },
    ({ db, params, body, staff, proof }) => changeBankAccount(db, { ...body, id: params.id }, staff, proof),
  )
  .post(
    '/api/bank-accounts/:id/approval',
    {
      ...change,
      summary: 'Lets customers see a change at once; whoever took part in it needs a second factor',
      body: bankAccountApproval,
      errors: ['bank_account_not_found', 'edited_meanwhile', 'owner_too_new'],
    },
    ({ db, params, body, staff, proof }) => approveBankAccount(db, { ...body, id: params.id }, staff, proof),
  )
  .delete(
    '/api/bank-accounts/:id',
    {
      ...change,
      summary: 'Deletes a bank account',
      errors: ['bank_account_not_found'],
      sendsMail: true,
    },
    ({ db, params, staff }) => deleteBankAccount(db, params.id, staff),
  ).handler;

export const config: Config = { path: ['/api/bank-accounts', '/api/bank-accounts/*'] };
