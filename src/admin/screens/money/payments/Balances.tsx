import { useQuery } from '@tanstack/react-query';
import { formatPrice } from '#admin/kit/price-text.ts';
import type { AccountBalances } from '#domain/payments/contract.ts';
import { balancesQuery } from './payments.ts';

interface Shown {
  name: string;
  of: (balances: AccountBalances) => number;
}

const SHOWN: Shown[] = [
  { name: 'With couriers', of: ({ courier }) => courier },
  { name: 'In the bank', of: ({ bank }) => bank },
  { name: 'Cash', of: ({ cash }) => cash },
  // Zero is not minus zero.
  { name: 'Store credit owed', of: ({ credit }) => 0 - credit },
];

/** Where the money is that payments moved. */
export function Balances() {
  const { data } = useQuery(balancesQuery);
  return (
    <dl aria-label="Balances" className="mb-3 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {SHOWN.map(({ name, of }) => (
        <div key={name} className="panel px-4 py-3 lg:flex lg:items-baseline lg:justify-between lg:gap-x-3">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="min-h-7 text-lg font-medium tabular-nums">{data ? balanceText(of(data)) : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

function balanceText(rupees: number): string {
  return rupees < 0 ? `−${formatPrice(-rupees)}` : formatPrice(rupees);
}
