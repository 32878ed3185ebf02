import { ReceiptText, ShoppingBag, Wallet } from 'lucide-react';
import { StatCard } from '#admin/kit/charts/StatCard.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import { formatPrice, roundMoney } from '#shared/money.ts';
import type { SalesReport } from '#shared/schemas/reports.ts';

const COMPARED = 'vs the period before';

/** What the period brought in, beside the period before. */
export function SalesTotals({ report: { totals: now, previous: before } }: { report: SalesReport }) {
  const cards = [
    { label: 'Revenue', Icon: Wallet, format: formatPrice, now: now.totalRevenue, before: before.totalRevenue },
    { label: 'Orders', Icon: ShoppingBag, format: formatCount, now: now.orderCount, before: before.orderCount },
    { label: 'Average Order', Icon: ReceiptText, format: formatPrice, now: average(now), before: average(before) },
  ];
  return (
    <section aria-label="Totals">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:gap-4">
        {cards.map(({ label, Icon, format, now, before }) => (
          <li key={label} className="max-sm:first:col-span-2">
            <StatCard label={label} value={format(now)} now={now} before={before} compared={COMPARED} Icon={Icon} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function average({ totalRevenue, orderCount }: SalesReport['totals']): number {
  return orderCount === 0 ? 0 : roundMoney(totalRevenue / orderCount);
}
