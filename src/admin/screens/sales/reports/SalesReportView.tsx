import ReceiptText from 'virtual:icons/receipt-text';
import ShoppingBag from 'virtual:icons/shopping-bag';
import Wallet from 'virtual:icons/wallet';
import { useMemo } from 'react';
import { useCategoryNames } from '#admin/data/categories/queries.ts';
import { ChartPanel } from '#admin/kit/charts/ChartPanel.tsx';
import { dateLabel } from '#admin/kit/charts/data-points.ts';
import { Section } from '#admin/kit/charts/Section.tsx';
import { StatCard } from '#admin/kit/charts/StatCard.tsx';
import { DataTable } from '#admin/kit/DataTable.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import { formatPrice, roundMoney } from '#domain/money.ts';
import type { SalesReport } from '#domain/reports/contract.ts';
import { SalesSums } from './SalesSums.tsx';

const TOP_COUNT = 10;

const KEPT = 'Kept is what stayed with customers or is still on its way.';

/** A sales report: totals, revenue over time, by product and by category. */
export function SalesReportView({ report }: { report: SalesReport }) {
  const overTime = useMemo(
    () =>
      report.salesOverTime.map(({ _id, totalRevenue, orderCount }) => ({
        name: dateLabel(_id),
        value: totalRevenue,
        orders: orderCount,
      })),
    [report.salesOverTime],
  );
  const names = useCategoryNames();
  const byCategory = useMemo(
    () =>
      report.categorySales.map(({ _id, totalRevenue, keptRevenue }) => ({
        name: names.get(_id) ?? titleCase(_id),
        value: totalRevenue,
        beside: keptRevenue,
      })),
    [report.categorySales, names],
  );

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:gap-8">
      <Totals report={report} />
      <SalesSums sums={report.sums} />
      <ChartPanel title="Sales Over Time" kind="line" points={overTime} format={formatPrice} headings={['Date', 'Revenue']} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:gap-8 xl:grid-cols-2">
        <Section title="Top Products by Revenue" isEmpty={report.topProducts.length === 0} note={`As ordered. ${KEPT}`}>
          <DataTable
            label="Top Products by Revenue"
            items={report.topProducts.slice(0, TOP_COUNT)}
            keyOf={({ productId }) => productId}
            columns={[
              { name: 'Product', slot: 'title', cell: ({ productName }) => <span className="break-words">{productName}</span> },
              { name: 'Sold', align: 'right', cell: ({ totalQuantity }) => formatCount(totalQuantity) },
              { name: 'Revenue', align: 'right', className: 'whitespace-nowrap', cell: (line) => formatPrice(line.totalRevenue) },
              {
                name: 'Kept',
                align: 'right',
                className: 'whitespace-nowrap',
                cell: ({ keptRevenue, keptQuantity, totalQuantity }) => (
                  <>
                    {formatPrice(keptRevenue)}
                    <span className="block text-sm text-muted">
                      {formatCount(keptQuantity)} of {formatCount(totalQuantity)}
                    </span>
                  </>
                ),
              },
            ]}
          />
        </Section>
        <ChartPanel
          title="Sales by Category"
          kind="bar"
          points={byCategory}
          format={formatPrice}
          headings={['Category', 'Revenue', 'Kept']}
          note={`What the pieces were sold for, after discounts: delivery belongs to no category and is not in these sums. ${KEPT}`}
        />
      </div>
    </div>
  );
}

function Totals({ report: { totals: now, previous: before, discounts = 0 } }: { report: SalesReport }) {
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
            <StatCard label={label} value={format(now)} now={now} before={before} compared="vs the period before" Icon={Icon} />
          </li>
        ))}
      </ul>
      {discounts > 0 && (
        <dl className="panel mt-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
          <dt>
            Discounts <span className="text-sm text-muted">by codes and by staff; the revenue is what was left to pay</span>
          </dt>
          <dd className="font-medium tabular-nums">{formatPrice(discounts)}</dd>
        </dl>
      )}
    </section>
  );
}

function average({ totalRevenue, orderCount }: SalesReport['totals']): number {
  return orderCount === 0 ? 0 : roundMoney(totalRevenue / orderCount);
}

/** A deleted category is only known by its slug: `bridal-sets` becomes `Bridal Sets`. */
function titleCase(slug: string): string {
  return slug.replaceAll('-', ' ').replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase());
}
