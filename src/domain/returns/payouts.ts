import type { MoneyMethod } from '#domain/payments/contract.ts';
import { readIban } from '#domain/payments/iban.ts';
import { normalizePhone } from '#domain/phone.ts';

/** How money of a return can reach its customer. */
export const PAYOUT_METHODS = ['bank', 'raast', 'jazzcash', 'easypaisa'] as const;

export type PayoutMethod = (typeof PAYOUT_METHODS)[number];

export const payoutMethodLabels: Record<PayoutMethod, string> = {
  bank: 'Bank account',
  raast: 'Raast',
  jazzcash: 'JazzCash',
  easypaisa: 'Easypaisa',
};

/** How the ledger calls a payment that goes that way. */
export function moneyMethodOf(method: PayoutMethod): MoneyMethod {
  return method === 'bank' ? 'bank_transfer' : method === 'raast' ? 'raast' : 'wallet';
}

/** An account as it is kept: the IBAN of a bank account, else the mobile number as 03xxxxxxxxx. Says what is wrong with what was typed. */
export function readPayoutAccount(method: PayoutMethod, typed: string): { account: string } | { error: string } {
  if (method === 'bank') {
    const read = readIban(typed);
    return 'iban' in read ? { account: read.iban } : read;
  }
  const mobile = /^\+92(3\d{9})$/.exec(normalizePhone(typed) ?? '')?.[1];
  return mobile ? { account: `0${mobile}` } : { error: 'Enter the mobile number of the account: 03xx xxxxxxx' };
}
