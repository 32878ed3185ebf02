import '#admin/kit/paper.css';
import Printer from 'virtual:icons/printer';
import { useQuery } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { formatDay, formatMoment } from '#admin/kit/formats.ts';
import { SHOP } from '#built/settings.ts';
import type { BookMonthDetails } from '#domain/books/contract.ts';
import type { SalesReport } from '#domain/reports/contract.ts';
import { MONTH_LABELS, monthName, sumText, TAX_LABELS } from './book-texts.ts';
import { monthSalesQuery } from './books-api.ts';
import { salesTaxLines, withheldLines } from './tax-lines.ts';

type Sums = SalesReport['sums'];

/** Prints the month as one page. Whatever else is on the screen stays there. */
export function PrintMonth({ month }: { month: BookMonthDetails }) {
  const { data: sales, isPending } = useQuery(monthSalesQuery(month.month));
  return (
    <>
      <button type="button" disabled={isPending} onClick={() => window.print()} className="btn btn-outline px-4">
        <Printer className="size-4" />
        Print month
      </button>
      {createPortal(
        <div aria-hidden="true" className="print-only sheets">
          <MonthSheet month={month} {...(sales && { sums: sales.sums })} />
        </div>,
        document.body,
      )}
    </>
  );
}

const isMoved = ({ opening, debit, credit }: BookMonthDetails['balance'][number]) =>
  [opening, debit, credit].some((sum) => sum !== 0);

/** A month of the books on paper: what an accountant files, and somebody of the shop signs. Accounts without anything are left out. */
function MonthSheet({ month, sums }: { month: BookMonthDetails; sums?: Sums }) {
  const lines = month.balance.filter(isMoved);
  const total = (column: 'debit' | 'credit') => lines.reduce((sum, line) => sum + Math.round(line[column] * 100), 0) / 100;
  const salesTaxes = month.salesTax.flatMap(salesTaxLines);
  const withheld = month.withheld.flatMap(withheldLines);
  const closed =
    month.closedAt && `${MONTH_LABELS.closed.text} ${[formatDay(month.closedAt), month.closedBy].filter(Boolean).join(' by ')}`;
  return (
    <article className="sheet">
      <header className="sheet-head">
        <div>
          <p className="sheet-title">{SHOP.name}</p>
          <p>{[SHOP.legalName, SHOP.address, SHOP.phone].filter(Boolean).join(' · ')}</p>
        </div>
        <div className="sheet-aside">
          <p className="sheet-title">{monthName(month.month)}</p>
          <p>{closed || MONTH_LABELS[month.state].text}</p>
          <p>Printed {formatMoment(new Date().toISOString())}</p>
        </div>
      </header>
      {sums && (
        <Table
          title="Orders placed in the month, as they are today"
          heads={['Ordered', 'Delivered', 'Went back', 'Net']}
          rows={[['Rupees', sumText(sums.ordered), sumText(sums.delivered), sumText(sums.wentBack), sumText(sums.net)]]}
        />
      )}
      <Table
        title="Trial balance, in rupees"
        heads={['Opening', 'Debit', 'Credit', 'Closing']}
        rows={[
          ...lines.map((line) => [
            `${line.number} ${line.name}`,
            ...[line.opening, line.debit, line.credit, line.closing].map(sumText),
          ]),
          ['Total', sumText(0), sumText(total('debit')), sumText(total('credit')), sumText(0)],
        ]}
      />
      {salesTaxes.length > 0 && (
        <Table
          title="Sales tax"
          heads={['Net', 'Tax']}
          rows={salesTaxes.map(({ name, net, tax }) => [name, sumText(net), sumText(tax)])}
        />
      )}
      {withheld.length > 0 && (
        <Table
          title="Tax withheld by couriers"
          heads={['Rupees', 'Certificate']}
          rows={withheld.map(({ withheld: { courier }, tax, sum, certificate }) => [
            `${courier}, ${TAX_LABELS[tax].toLowerCase()}`,
            sumText(sum),
            certificate || 'none yet',
          ])}
        />
      )}
      <div className="sheet-end">
        <dl className="sheet-lines">
          {['Signature', 'Date'].map((line) => (
            <div key={line}>
              <dt>{line}</dt>
              <dd />
            </div>
          ))}
        </dl>
      </div>
    </article>
  );
}

/** Rows of a name and figures. */
function Table({ title, heads, rows }: { title: string; heads: string[]; rows: string[][] }) {
  return (
    <>
      <p className="sheet-section">{title}</p>
      <table className="sheet-table">
        <thead>
          <tr>
            <th />
            {heads.map((head) => (
              <th key={head} className="is-figure">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...figures]) => (
            <tr key={name}>
              <td>
                <bdi>{name}</bdi>
              </td>
              {heads.map((head, place) => (
                <td key={head} className="is-figure">
                  {figures[place]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
