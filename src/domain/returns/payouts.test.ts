import { expect, test } from 'vitest';
import { payoutNamed } from './payout-contract.ts';
import { PAYOUT_METHODS, readPayoutAccount } from './payouts.ts';

const IBAN = 'PK36SCBL0000001123456702';

test('an account is kept as banks and wallets know it, however it was typed', () => {
  expect(readPayoutAccount('bank', 'pk36 scbl 0000 0011 2345 6702')).toEqual({ account: IBAN });
  for (const method of PAYOUT_METHODS.filter((one) => one !== 'bank'))
    expect(readPayoutAccount(method, '+92 300-1234567')).toEqual({ account: '03001234567' });
});

test('what money would not reach is refused at its field', () => {
  expect(readPayoutAccount('bank', IBAN.replace('02', '03'))).toHaveProperty('error');
  expect(readPayoutAccount('raast', '042 35761234')).toHaveProperty('error');
  const named = { orderNumber: 'ORD-1', key: 'k', requestId: 'a'.repeat(24), title: 'Ayesha Khan' };
  expect(payoutNamed.parse({ ...named, method: 'jazzcash', account: '0300 1234567' })).toMatchObject({ account: '03001234567' });
  const wrong = payoutNamed.safeParse({ ...named, title: ' ', method: 'bank', account: '03001234567' });
  expect(wrong.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['title', 'Enter the name on the account'],
  ]);
  const number = payoutNamed.safeParse({ ...named, method: 'bank', account: '03001234567' });
  expect(number.error?.issues.map(({ path }) => path.join('.'))).toEqual(['account']);
});
