import { DataTable } from '#admin/kit/DataTable.tsx';
import type { BookMonthDetails } from '#domain/books/contract.ts';
import { roundMoney } from '#domain/money.ts';
import { sumText } from './book-texts.ts';
import { salesTaxLines } from './tax-lines.ts';

/** The sales tax of a month by rate. Nothing where the shop charges none. */
export function SalesTaxes({ salesTax }: Pick<BookMonthDetails, 'salesTax'>) {
  const lines = salesTax.flatMap(salesTaxLines);
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="sales-tax" className="mt-8">
      <h2 id="sales-tax" className="mb-3 text-lg">
        Sales tax
      </h2>
      <DataTable
        label="Sales tax"
        items={lines}
        keyOf={({ key }) => key}
        columns={[
          { name: 'Rate', slot: 'title', cell: ({ name }) => name },
          { name: 'Net', align: 'right', className: 'tabular-nums', cell: ({ net }) => sumText(net) },
          { name: 'Tax', align: 'right', className: 'tabular-nums', cell: ({ tax }) => sumText(tax) },
          { name: 'Gross', align: 'right', className: 'tabular-nums', cell: ({ net, tax }) => sumText(roundMoney(net + tax)) },
        ]}
      />
    </section>
  );
}
