import { useQuery } from '@tanstack/react-query';
import { DataCards } from '#admin/kit/DataCards.tsx';
import { DataTable } from '#admin/kit/DataTable.tsx';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { formatDay } from '#admin/kit/formats.ts';
import { Rupees } from '#admin/kit/Rupees.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { useIsDesktop } from '#admin/kit/use-is-desktop.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { BankDay } from '#domain/payments/bank-statement.ts';
import { daysQuery } from './statement-api.ts';

const money = { align: 'right', className: 'whitespace-nowrap tabular-nums' } as const;

const columns: Column<BankDay>[] = [
  { name: 'Day', slot: 'title', className: 'whitespace-nowrap', cell: ({ day }) => <time dateTime={day}>{formatDay(day)}</time> },
  { name: 'Statement', ...money, cell: ({ statement }) => <Rupees of={statement} /> },
  { name: 'Books', ...money, cell: ({ ledger }) => <Rupees of={ledger} /> },
  { name: 'Difference', ...money, cell: ({ difference }) => <Rupees of={difference} /> },
  {
    name: 'Changed by',
    ...money,
    cell: ({ changed }) =>
      changed === null ? (
        '–'
      ) : (
        <span className={changed === 0 ? undefined : 'text-danger'}>
          <Rupees of={changed} />
        </span>
      ),
  },
  { name: 'Open lines', ...money, cell: ({ waits }) => <Rupees of={waits} /> },
  { name: 'Not in the bank yet', ...money, cell: ({ announced }) => <Rupees of={announced} /> },
];

/** The statement's balance beside the ledger's, day by day. What was in the account before the books began is a difference that stays. */
export function CompareDays({ onClose }: { onClose: () => void }) {
  const { data: days, error } = useQuery(daysQuery);
  const Rows = useIsDesktop() ? DataTable : DataCards;
  return (
    <Dialog title="Statement and books" size="full" lightDismiss onClose={onClose}>
      <p className="mb-4 text-sm text-ink-soft">
        The difference is what was in the account before, and what no order or courier explains. As long as it stays the same from
        day to day, all is well; where it changes, the bank has something on that day that the books do not, or the other way
        round.
      </p>
      {!days && !error && <Spinner />}
      {error && (
        <p role="alert" className="text-danger">
          {failureText(error, 'Failed to compare the balances')}
        </p>
      )}
      {days?.length === 0 && <p>No balance is known yet. Add a statement that has a column with the balance.</p>}
      {days && days.length > 0 && <Rows label="Days" items={days} columns={columns} keyOf={({ day }) => day} />}
    </Dialog>
  );
}
