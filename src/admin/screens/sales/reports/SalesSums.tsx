import { formatPrice } from '#domain/money.ts';
import type { SalesReport } from '#domain/reports/contract.ts';

const STEPS = [
  { key: 'ordered', label: 'Ordered', text: 'The revenue above: what all orders come to, without cancelled ones' },
  { key: 'delivered', label: 'Delivered', text: 'Of those that arrived' },
  { key: 'wentBack', label: 'Went back', text: 'Refunded, credited or exchanged' },
  { key: 'net', label: 'Net', text: 'What is left of what was delivered' },
] as const;

/** What became of the orders of the period, from what was ordered to what is left. */
export function SalesSums({ sums }: { sums: SalesReport['sums'] }) {
  return (
    <section aria-labelledby="sums-title" className="panel p-4 sm:p-5">
      <h2 id="sums-title" className="text-lg font-medium">
        From Ordered to Net
      </h2>
      <p className="mt-1 text-sm text-muted">
        What became of the orders placed in these days, as it is today. An exchange counts as its difference.
      </p>
      <dl className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-4">
        {STEPS.map(({ key, label, text }) => (
          <div key={key} className="grid grid-cols-[1fr_auto] gap-x-4 border-t border-line pt-3 sm:block">
            <dt className={key === 'net' ? 'font-medium' : ''}>{label}</dt>
            <dd className={`text-right tabular-nums sm:mt-1 sm:text-left sm:text-xl ${key === 'net' ? 'font-medium' : ''}`}>
              {key === 'wentBack' && sums.wentBack > 0 && '−'}
              {formatPrice(sums[key])}
            </dd>
            <dd className="col-span-2 mt-1 text-xs text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
