import { useState } from 'react';
import { formatCount } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { formatPrice } from '#domain/money.ts';
import type { Earned } from '#domain/reports/profit.ts';
import { returnOn } from './earned-columns.tsx';
import { PROFIT } from './profit-api.ts';
import { SayPackingCost } from './SayPackingCost.tsx';

const STEPS = [
  { key: 'net', sign: '', label: 'Net', text: 'What stays of what was delivered' },
  { key: 'cost', sign: '−', label: 'Pieces', text: 'Cost of the pieces that left for good' },
  { key: 'charges', sign: '−', label: 'Couriers', text: 'By the files that are booked' },
  { key: 'taxes', sign: '−', label: 'Taxes', text: 'That the shop does not get back' },
  { key: 'packing', sign: '−', label: 'Packing', text: 'Of parcels that have left' },
  { key: 'profit', sign: '', label: 'Profit', text: 'Before advertising, wages and rent' },
] as const;

/** From what customers paid to what is left. */
export function Sums({ totals, packingCost }: { totals: Earned; packingCost: number }) {
  const [isSayingCost, setSayingCost] = useState(false);
  return (
    <section aria-labelledby="sums-title" className="panel p-4 sm:p-5">
      <h2 id="sums-title" className="text-lg font-medium">
        From Net to Profit
      </h2>
      <dl className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-3 xl:grid-cols-6">
        {STEPS.map(({ key, sign, label, text }) => (
          <div key={key} className="grid grid-cols-[1fr_auto] gap-x-4 border-t border-line pt-3 sm:block">
            <dt className={key === 'profit' ? 'font-medium' : ''}>{label}</dt>
            <dd
              className={`text-right tabular-nums sm:mt-1 sm:text-left sm:text-xl ${key === 'profit' ? 'font-medium' : ''} ${totals[key] < 0 ? 'text-danger' : ''}`}
            >
              {totals[key] > 0 && sign}
              {formatPrice(totals[key])}
            </dd>
            <dd className="col-span-2 mt-1 text-xs text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      <Advertising totals={totals} />
      <p className="mt-4 flex flex-wrap items-center gap-x-2 text-sm text-muted">
        Packing a parcel costs {formatPrice(packingCost)} now.
        <MayButton right="buy_stock" onClick={() => setSayingCost(true)} className="btn btn-quiet btn-small">
          Change the cost of packing
        </MayButton>
      </p>
      {isSayingCost && <SayPackingCost now={packingCost} onClose={() => setSayingCost(false)} />}
      {totals.uncosted > 0 && (
        <p className="mt-4 rounded-sm bg-notice px-3 py-2 text-sm">
          {formatCount(totals.uncosted)} of {formatCount(totals.pieces)} pieces had no cost when they were sent, and count as
          free.{' '}
          <Link href={`${PROFIT}/stock?first=uncosted`} className="underline">
            Say what pieces cost
          </Link>{' '}
          so that the next ones are counted.
        </p>
      )}
    </section>
  );
}

/** What advertising left, what it brought back, and what each order may have cost. */
function Advertising({ totals }: { totals: Earned }) {
  const { advertising, afterAdvertising, ordered, collected, orders, profit } = totals;
  const figures = [
    { label: 'Advertising', figure: formatPrice(advertising ?? 0), text: 'Spent in these days' },
    {
      label: 'After advertising',
      figure: formatPrice(afterAdvertising ?? 0),
      text: 'Before wages and rent',
      isBelow: (afterAdvertising ?? 0) < 0,
    },
    { label: 'Return, ordered', figure: returnOn(ordered, advertising), text: 'For each rupee of advertising' },
    { label: 'Return, collected', figure: returnOn(collected, advertising), text: 'What the shop has, for each rupee' },
    {
      label: 'Break-even',
      figure: orders > 0 ? formatPrice(Math.floor(profit / orders)) : '–',
      text: 'What an order may cost in advertising',
    },
  ];
  return (
    <dl className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-3 xl:grid-cols-6">
      {figures.map(({ label, figure, text, isBelow }) => (
        <div key={label} className="grid grid-cols-[1fr_auto] gap-x-4 border-t border-line pt-3 sm:block">
          <dt>{label}</dt>
          <dd className={`text-right tabular-nums sm:mt-1 sm:text-left sm:text-xl ${isBelow ? 'text-danger' : ''}`}>{figure}</dd>
          <dd className="col-span-2 mt-1 text-xs text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
