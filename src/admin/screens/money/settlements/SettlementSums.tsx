import type { ReactNode } from 'react';
import { formatCount } from '#admin/kit/formats.ts';
import { Rupees } from '#admin/kit/Rupees.tsx';
import type { SettlementSums as Sums } from '#domain/settlements/contract.ts';

const SHOWN: { name: string; of: (sums: Sums) => number }[] = [
  { name: 'Cash collected', of: ({ cod }) => cod },
  { name: 'Shipping', of: ({ charges }) => -charges },
  { name: 'GST', of: ({ gst }) => -gst },
  { name: 'Other charges', of: ({ other }) => -other },
  { name: 'Income tax withheld', of: ({ incomeTax }) => -incomeTax },
  { name: 'Sales tax withheld', of: ({ salesTax }) => -salesTax },
];

/** From the cash that riders collected to what the courier pays. What is zero is left out. */
export function SettlementSums({ sums }: { sums: Sums }) {
  const rows = SHOWN.filter(({ of }, at) => at === 0 || of(sums) !== 0);
  return (
    <dl
      aria-label="Sums"
      className="panel mb-5 grid gap-x-8 px-4 py-3 sm:grid-cols-2 sm:px-5 lg:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]"
    >
      <Sum name="Parcels">{formatCount(sums.parcels)}</Sum>
      {rows.map(({ name, of }) => (
        <Sum key={name} name={name}>
          <Rupees of={of(sums)} />
        </Sum>
      ))}
      <Sum name={sums.net < 0 ? 'The shop pays' : 'The courier pays'} isMain>
        <Rupees of={Math.abs(sums.net)} />
      </Sum>
    </dl>
  );
}

function Sum({ name, isMain = false, children }: { name: string; isMain?: boolean; children: ReactNode }) {
  return (
    <div className={`flex items-baseline justify-between gap-x-3 py-1.5 lg:block ${isMain ? 'font-medium' : ''}`}>
      <dt className={`text-sm ${isMain ? '' : 'text-muted'}`}>{name}</dt>
      <dd className="text-lg whitespace-nowrap tabular-nums">{children}</dd>
    </div>
  );
}
