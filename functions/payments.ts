import type { Config } from '@netlify/functions';
import { accountBalances, expense, payment, paymentQuery, paymentReversal } from '#domain/payments/contract.ts';
import { resource } from '#server/api/api.ts';
import { page } from '#server/http/operation.ts';
import { bookExpense, getBalances, listPayments, reversePayment } from '#server/payments/payments.ts';

export default resource('What was paid, how, and where the money is.')
  .get(
    '/api/payments',
    { access: 'staff', right: 'see_sums', summary: 'Payments, the newest first', query: paymentQuery, returns: page(payment) },
    ({ db, query, staff }) => listPayments(db, query, staff.id),
  )
  .get(
    '/api/payments/balances',
    { access: 'staff', right: 'see_reports', summary: 'What lies in each account', returns: accountBalances },
    ({ db }) => getBalances(db),
  )
  .post(
    '/api/payments/expenses',
    {
      access: 'staff',
      right: 'verify_payments',
      summary: 'Books what was spent on advertising, packing, wages and the like',
      body: expense,
      idempotent: true,
      status: 201,
      returns: payment,
    },
    ({ db, body, staff, idempotencyKey }) => bookExpense(db, body, { actor: staff.id, idempotencyKey }),
  )
  .post(
    '/api/payments/:id/reversal',
    {
      access: 'staff',
      right: ['verify_payments', 'refund'],
      summary: 'Takes a payment back that was booked by mistake',
      body: paymentReversal,
      errors: [
        'payment_not_found',
        'payment_reversed',
        'collected_with_delivery',
        'money_refunded',
        'credit_spent',
        'settled_by_file',
      ],
      status: 201,
      returns: payment,
    },
    ({ db, params, body, staff }) => reversePayment(db, params.id, body.reason, staff.id),
  ).handler;

export const config: Config = { path: ['/api/payments', '/api/payments/*'] };
