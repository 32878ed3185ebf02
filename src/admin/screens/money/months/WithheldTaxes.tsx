import { useState } from 'react';
import { DataTable } from '#admin/kit/DataTable.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import type { BookMonthDetails } from '#domain/books/contract.ts';
import { sumText, TAX_LABELS } from './book-texts.ts';
import { NoteCertificate } from './NoteCertificate.tsx';
import { type WithheldLine, withheldLines } from './tax-lines.ts';

/** What couriers withheld in a month, and by which certificates it can be claimed. */
export function WithheldTaxes({ month, withheld }: Pick<BookMonthDetails, 'month' | 'withheld'>) {
  const [noted, setNoted] = useState<WithheldLine | null>(null);
  const lines = withheld.flatMap(withheldLines);
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
