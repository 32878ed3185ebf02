import * as z from 'zod';
import { DOTS } from '#domain/masked.ts';
import { orderLink } from '#domain/order-link.ts';
import { MONEY_METHODS } from '#domain/payments/contract.ts';
import { hidden } from '#domain/rights/hidden.ts';
import { line } from '#domain/text-fields.ts';
import { objectId, rupees, timestamp } from '#domain/values.ts';
import { PAYOUT_METHODS, readPayoutAccount } from './payouts.ts';

const payoutMethod = z.enum(PAYOUT_METHODS, 'Choose from the list');

/** Where a customer wants the money of a request. `account`: the IBAN of a bank account, else a mobile number. */
export const payoutNamed = orderLink
  .extend({
    requestId: objectId,
    method: payoutMethod,
    title: line(80, 'Enter the name on the account'),
    account: line(80, 'Enter the account'),
  })
  .transform((named, { issues }) => {
    const read = readPayoutAccount(named.method, named.account);
    if ('account' in read) return { ...named, ...read };
    issues.push({ code: 'custom', path: ['account'], message: read.error, input: named.account });
    return z.NEVER;
  });

export type PayoutNamed = z.infer<typeof payoutNamed>;

/** Where the money of a request goes, for whoever may send it; others see the end of the account. */
export const payout = z.object({
  method: payoutMethod,
  title: hidden(z.string(), 'refund', () => DOTS),
  account: hidden(z.string(), 'refund', (account) => DOTS + String(account).slice(-4)),
  namedAt: timestamp,
});

/** What the page of an order says of it: enough to recognise the account by. */
export const pagePayout = z.object({ method: payoutMethod, lastFour: z.string(), namedAt: timestamp });

/** What was sent for a request, and under which number; empty where none was noted. */
export const pagePaid = z.object({ amount: rupees, method: z.enum(MONEY_METHODS), reference: z.string(), at: timestamp });
