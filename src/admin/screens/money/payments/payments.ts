import { defineList } from '#admin/kit/define-record.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { accountBalances, payment, paymentQuery } from '#domain/payments/contract.ts';

/** The ledger. */
export const payments = defineList({ plural: 'payments', api: '/payments', schema: payment, query: paymentQuery });

export const balancesQuery = staffQuery('/payments/balances', accountBalances);
