import { formatCount } from '#admin/kit/formats.ts';
import { Link } from '#admin/platform/Link.tsx';
import { formatPrice } from '#domain/money.ts';
import type { Earned } from '#domain/reports/profit.ts';
import { PROFIT } from './profit-api.ts';

const STEPS = [
  { key: 'net', sign: '', label: 'Net', text: 'What stays of what was delivered' },
  { key: 'cost', sign: '−', label: 'Pieces', text: 'What those cost that left for good' },
  { key: 'charges', sign: '−', label: 'Couriers', text: 'By the files that are booked' },
  { key: 'taxes', sign: '−', label: 'Taxes', text: 'That the shop does not get back' },
  { key: 'profit', sign: '', label: 'Profit', text: 'Before packing, advertising and rent' },
] as const;

/** From what customers paid to what is left. */
export function Sums({ totals }: { totals: Earned }) {
  return (
    <section aria-labelledby="sums-title" className="panel p-4 sm:p-5">
      <h2 id="sums-title" className="text-lg font-medium">
        From Net to Profit
      </h2>
      <dl className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-3 xl:grid-cols-5">
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
