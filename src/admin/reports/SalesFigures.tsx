import { useMemo } from 'react';
import { ChartPanel } from '#admin/kit/charts/ChartPanel.tsx';
import { Section } from '#admin/kit/charts/Section.tsx';
import { stepName } from '#admin/kit/charts/step-name.ts';
import { DataTable } from '#admin/kit/DataTable.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import { useCategoryNames } from '#admin/kit/categories.ts';
import { formatPrice } from '#shared/money.ts';
import type { SalesReport } from '#shared/schemas/reports.ts';
import { SalesTotals } from './SalesTotals.tsx';

const TOP_COUNT = 10;

/** A report: its totals, how they came about over time, and what they are made of. */
export function SalesFigures({ report }: { report: SalesReport }) {
  const overTime = useMemo(
    () =>
      report.salesOverTime.map(({ _id, totalRevenue, orderCount }) => ({
        name: stepName(_id),
        value: totalRevenue,
        orders: orderCount,
      })),
    [report.salesOverTime],
  );
  const names = useCategoryNames();
  const byCategory = useMemo(
    () => report.categorySales.map(({ _id, totalRevenue }) => ({ name: names.get(_id) ?? titled(_id), value: totalRevenue })),
    [report.categorySales, names],
  );

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:gap-8">
      <SalesTotals report={report} />
      <ChartPanel title="Sales Over Time" kind="line" figures={overTime} format={formatPrice} headings={['Date', 'Revenue']} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:gap-8 xl:grid-cols-2">
        <Section title="Top Products by Revenue" isEmpty={report.topProducts.length === 0}>
          <DataTable
            label="Top Products by Revenue"
            items={report.topProducts.slice(0, TOP_COUNT)}
            keyOf={({ productId }) => productId}
            columns={[
              { name: 'Product', slot: 'title', cell: ({ productName }) => <span className="break-words">{productName}</span> },
              { name: 'Sold', align: 'right', cell: ({ totalQuantity }) => formatCount(totalQuantity) },
              { name: 'Revenue', align: 'right', className: 'whitespace-nowrap', cell: (line) => formatPrice(line.totalRevenue) },
            ]}
          />
        </Section>
        <ChartPanel
          title="Sales by Category"
          kind="bar"
          figures={byCategory}
          format={formatPrice}
          headings={['Category', 'Revenue']}
          note="What the pieces were sold for: delivery belongs to no category and is not in these sums."
        />
      </div>
    </div>
  );
}

/** A category that is gone has left only its slug: `bridal-sets` reads `Bridal Sets`. */
function titled(slug: string): string {
  return slug.replaceAll('-', ' ').replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase());
}
