import { useState } from 'react';
import { DataTable } from '#admin/kit/DataTable.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { type BookMonthDetails, type TaxKind, WITHHELD_TAXES, type WithheldTax } from '#domain/books/contract.ts';
import { sumText, TAX_LABELS } from './book-texts.ts';
import { NoteCertificate } from './NoteCertificate.tsx';

interface Line {
  withheld: WithheldTax;
  tax: TaxKind;
  sum: number;
  certificate: string;
}

function linesOf(withheld: WithheldTax): Line[] {
  return WITHHELD_TAXES.map((tax) => ({
    withheld,
    tax,
    sum: tax === 'income_tax' ? withheld.incomeTax : withheld.salesTax,
    certificate: tax === 'income_tax' ? withheld.incomeTaxCertificate : withheld.salesTaxCertificate,
  })).filter(({ sum, certificate }) => sum !== 0 || certificate !== '');
}

/** What couriers withheld in a month, and by which certificates it can be claimed. */
export function WithheldTaxes({ month, withheld }: Pick<BookMonthDetails, 'month' | 'withheld'>) {
  const [noted, setNoted] = useState<Line | null>(null);
  const lines = withheld.flatMap(linesOf);
  return (
    <section aria-labelledby="withheld" className="mt-8">
      <h2 id="withheld" className="mb-3 text-lg">
        Tax withheld by couriers
      </h2>
      {lines.length === 0 ? (
        <p className="panel p-4 text-sm text-ink-soft">Nothing was withheld in the settlements of this month.</p>
      ) : (
        <DataTable
          label="Tax withheld by couriers"
          items={lines}
          keyOf={({ withheld: { courierId }, tax }) => courierId + tax}
          columns={[
            {
              name: 'Courier',
              slot: 'title',
              cell: ({ withheld: { courier } }) => <span className="break-words">{courier}</span>,
            },
            { name: 'Tax', cell: ({ tax }) => TAX_LABELS[tax] },
            { name: 'Rupees', align: 'right', className: 'tabular-nums', cell: ({ sum }) => sumText(sum) },
            {
              name: 'Certificate',
              cell: (line) => (
                <MayButton
                  right="verify_payments"
                  onClick={() => setNoted(line)}
                  aria-label={`Certificate of ${line.withheld.courier}, ${TAX_LABELS[line.tax]}: ${line.certificate || 'none yet'}`}
                  className="quiet-link min-h-11 break-all"
                >
                  {line.certificate || 'Note number'}
                </MayButton>
              ),
            },
          ]}
        />
      )}
      {noted && <NoteCertificate month={month} tax={noted.tax} withheld={noted.withheld} onClose={() => setNoted(null)} />}
    </section>
  );
}
